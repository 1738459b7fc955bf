import { SOUND_WORKLET, type WorkletPiece } from './worklet-piece.ts';

/** Blocks of 128 samples that are sent at once: some 10 ms. */
const BLOCKS = 4;

// What an AudioWorklet's scope has, which TypeScript doesn't know.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const currentTime: number;
declare const sampleRate: number;

/** Makes an AudioWorklet hand out everything that reaches its node. */
export function serveSoundWorklet(): void {
  registerProcessor(
    SOUND_WORKLET,
    class extends AudioWorkletProcessor {
      #blocks: Float32Array[] = [];

      process(inputs: Float32Array[][]): boolean {
        const block = inputs[0]?.[0];
        // Nothing is connected yet, or any more.
        if (block === undefined) return true;
        this.#blocks.push(block.slice());
        if (this.#blocks.length === BLOCKS) this.#send(currentTime + block.length / sampleRate);
        return true;
      }

      #send(seconds: number): void {
        const samples = new Float32Array(this.#blocks.reduce((sum, { length }) => sum + length, 0));
        let at = 0;
        for (const block of this.#blocks) {
          samples.set(block, at);
          at += block.length;
        }
        this.#blocks = [];
        const piece: WorkletPiece = { samples, seconds };
        this.port.postMessage(piece, [samples.buffer]);
      }
    },
  );
}

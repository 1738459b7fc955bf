import { SOUND_WORKLET, type WorkletPiece } from './worklet-piece.ts';

/** Blocks of 128 samples per message: about 10 ms. */
const BLOCKS = 4;

// Globals of an AudioWorklet that TypeScript doesn't declare.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const currentTime: number;
declare const sampleRate: number;

/** Registers the AudioWorklet processor that posts everything its node receives. */
export function serveSoundWorklet(): void {
  registerProcessor(
    SOUND_WORKLET,
    class extends AudioWorkletProcessor {
      #blocks: Float32Array[] = [];

      process(inputs: Float32Array[][]): boolean {
        const block = inputs[0]?.[0];
        // Nothing is connected yet, or no longer.
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

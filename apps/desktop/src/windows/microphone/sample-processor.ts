import { SampleFrames } from './sample-frames.ts';

/** What the browser gives to audio processors, as far as it is used here. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/**
 * Sends the frames of a stream to the window as they are complete: `Int16Array`. Any message ends it: the last, shorter
 * frame comes, if there is one, and then `null`.
 */
class SampleProcessor extends AudioWorkletProcessor {
  readonly #frames = new SampleFrames();
  #isOver = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#send(this.#frames.flush());
      this.port.postMessage(null);
      this.#isOver = true;
    };
  }

  process([channels = []]: readonly (readonly Float32Array[])[]): boolean {
    if (this.#isOver) return false;
    this.#send(this.#frames.add(channels));
    return true;
  }

  #send(frames: readonly Int16Array<ArrayBuffer>[]): void {
    for (const frame of frames) this.port.postMessage(frame, [frame.buffer]);
  }
}

registerProcessor('sample-processor', SampleProcessor);

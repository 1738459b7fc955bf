import { samplesIn } from './samples.ts';

/**
 * Gathers pushed samples into frames that are worth sending: not before there is enough for one, and cut into equal
 * parts if there is more than one may hold.
 */
export class FrameAssembler {
  readonly #maxSamples: number;
  /** What is pushed but not enough for a frame. A copy, since pushed arrays remain the caller's. */
  readonly #waiting: Int16Array;
  #waitingCount = 0;

  constructor(limits: { minAudioMs: number; maxAudioMs: number }) {
    this.#waiting = new Int16Array(samplesIn(limits.minAudioMs));
    this.#maxSamples = samplesIn(limits.maxAudioMs);
  }

  /** Bytes of the samples that have been pushed and not returned. */
  get waitingBytes(): number {
    return this.#waitingCount * Int16Array.BYTES_PER_ELEMENT;
  }

  /** The frames to send now, in order: everything that has been pushed, or nothing. */
  push(samples: Int16Array): Int16Array[] {
    const count = this.#waitingCount + samples.length;
    if (count < this.#waiting.length) {
      this.#waiting.set(samples, this.#waitingCount);
      this.#waitingCount = count;
      return [];
    }
    const all = new Int16Array(count);
    all.set(this.#waiting.subarray(0, this.#waitingCount));
    all.set(samples, this.#waitingCount);
    this.#waitingCount = 0;
    const frameCount = Math.ceil(count / this.#maxSamples);
    return Array.from({ length: frameCount }, (_, index) =>
      all.subarray(Math.floor((index * count) / frameCount), Math.floor(((index + 1) * count) / frameCount)),
    );
  }

  /** What still waits, as a last frame; nothing if nothing waits. */
  flush(): Int16Array[] {
    if (this.#waitingCount === 0) return [];
    const rest = this.#waiting.slice(0, this.#waitingCount);
    this.#waitingCount = 0;
    return [rest];
  }
}

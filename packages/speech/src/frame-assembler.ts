import { samplesIn } from './samples.ts';

/**
 * Collects pushed samples into frames: none before there is enough audio for one, several equal ones if there is too
 * much for one.
 */
export class FrameAssembler {
  readonly #maxSamples: number;
  /** Samples that don't fill a frame yet. A copy, since the caller may reuse pushed arrays. */
  readonly #waiting: Int16Array;
  #waitingCount = 0;

  constructor(limits: { minAudioMs: number; maxAudioMs: number }) {
    this.#waiting = new Int16Array(samplesIn(limits.minAudioMs));
    this.#maxSamples = samplesIn(limits.maxAudioMs);
  }

  /** Bytes of the samples that have been pushed but not returned. */
  get waitingBytes(): number {
    return this.#waitingCount * Int16Array.BYTES_PER_ELEMENT;
  }

  /** Returns the frames to send now, in order: everything pushed so far, or nothing. */
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

  /** Returns the remaining samples as a last frame, if there are any. */
  flush(): Int16Array[] {
    if (this.#waitingCount === 0) return [];
    const rest = this.#waiting.slice(0, this.#waitingCount);
    this.#waitingCount = 0;
    return [rest];
  }
}

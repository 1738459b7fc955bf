import { SAMPLE_RATE } from '@workspace/speech/provider';

const BLOCK_SAMPLES = SAMPLE_RATE;

/**
 * The audio of one take, in memory only, from key-down until its text is confirmed. Positions count samples since the
 * take began.
 */
export class AudioBuffer {
  /** One-second blocks; `null` once forgotten. The last one is filled up to `end`. */
  #blocks: (Int16Array | null)[] = [];
  #start = 0;
  #end = 0;

  /** Position of the first sample that is still kept (rounded down to a whole second). */
  get start(): number {
    return this.#start;
  }

  /** Position after the last sample. */
  get end(): number {
    return this.#end;
  }

  append(samples: Int16Array): void {
    let taken = 0;
    while (taken < samples.length) {
      const offset = this.#end % BLOCK_SAMPLES;
      if (offset === 0) this.#blocks.push(new Int16Array(BLOCK_SAMPLES));
      const part = samples.subarray(taken, taken + BLOCK_SAMPLES - offset);
      this.#blocks.at(-1)?.set(part, offset);
      taken += part.length;
      this.#end += part.length;
    }
  }

  /**
   * Returns a copy of the samples from `from` up to, not including, `to`. Throws a RangeError for samples never
   * captured or already forgotten.
   */
  read(from: number, to: number): Int16Array {
    if (from < this.#start || to > this.#end || from > to) {
      throw new RangeError(
        `Audio ${from} to ${to} was requested, but only ${this.#start} to ${this.#end} is available`,
      );
    }
    const samples = new Int16Array(to - from);
    let position = from;
    while (position < to) {
      const block = this.#blocks[Math.floor(position / BLOCK_SAMPLES)];
      const offset = position % BLOCK_SAMPLES;
      const part = block!.subarray(offset, Math.min(BLOCK_SAMPLES, offset + to - position));
      samples.set(part, position - from);
      position += part.length;
    }
    return samples;
  }

  /** Frees everything before `position`, in whole seconds. */
  forget(position: number): void {
    const keepFrom = Math.floor(Math.min(position, this.#end) / BLOCK_SAMPLES);
    for (let index = this.#start / BLOCK_SAMPLES; index < keepFrom; index += 1) this.#blocks[index] = null;
    this.#start = Math.max(this.#start, keepFrom * BLOCK_SAMPLES);
  }

  /** Frees everything. */
  clear(): void {
    this.#blocks = [];
    this.#start = this.#end;
  }
}

/** The latest part of an endless stream of samples. Positions are counted from the stream's start. */
export class RecentSamples {
  #buffer = new Float32Array(1 << 14);
  #start = 0;
  #end = 0;

  /** Position of the first sample still held. */
  get start(): number {
    return this.#start;
  }

  /** Position after the last sample. */
  get end(): number {
    return this.#end;
  }

  push(samples: Float32Array): void {
    const held = this.#end - this.#start;
    if (held + samples.length > this.#buffer.length) {
      const larger = new Float32Array(2 * (held + samples.length));
      larger.set(this.#buffer.subarray(0, held));
      this.#buffer = larger;
    }
    this.#buffer.set(samples, held);
    this.#end += samples.length;
  }

  /** The samples between two positions that are both still held; a view, valid until the next change. */
  between(from: number, to: number): Float32Array {
    return this.#buffer.subarray(from - this.#start, to - this.#start);
  }

  /** Discards everything before a position. */
  forgetBefore(position: number): void {
    if (position <= this.#start) return;
    this.#buffer.copyWithin(0, position - this.#start, this.#end - this.#start);
    this.#start = position;
  }
}

/** Samples per second. */
export const SAMPLE_RATE = 24_000;
/** Samples per frame: 20 ms. */
export const FRAME_SAMPLES = SAMPLE_RATE / 50;

/** Packs mono sound into PCM16 frames. */
export class SampleFrames {
  #frame = new Int16Array(FRAME_SAMPLES);
  #length = 0;

  /** Takes samples from -1 to 1. Returns the frames that they complete. */
  add(samples: Float32Array): Int16Array<ArrayBuffer>[] {
    const complete: Int16Array<ArrayBuffer>[] = [];
    for (const sample of samples) {
      this.#frame[this.#length] = toPcm16(sample);
      this.#length += 1;
      if (this.#length === FRAME_SAMPLES) complete.push(...this.flush());
    }
    return complete;
  }

  /** Returns the buffered samples as one shorter frame, or no frame if there are none. */
  flush(): Int16Array<ArrayBuffer>[] {
    if (this.#length === 0) return [];
    const frame = this.#frame.slice(0, this.#length);
    this.#length = 0;
    return [frame];
  }
}

/** Rounds to 16 bits, with clipping. */
function toPcm16(sample: number): number {
  return Math.max(-0x8000, Math.min(0x7fff, Math.round(sample * 0x8000)));
}

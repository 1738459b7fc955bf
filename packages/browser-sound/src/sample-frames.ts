/** Samples per second. */
export const SAMPLE_RATE = 24_000;
/** Samples in a frame: 20 ms. */
export const FRAME_SAMPLES = SAMPLE_RATE / 50;

/** Gathers mono sound into PCM16 frames. */
export class SampleFrames {
  #frame = new Int16Array(FRAME_SAMPLES);
  #length = 0;

  /** Takes samples from -1 to 1. Answers the frames that they complete. */
  add(samples: Float32Array): Int16Array<ArrayBuffer>[] {
    const complete: Int16Array<ArrayBuffer>[] = [];
    for (const sample of samples) {
      this.#frame[this.#length] = toPcm16(sample);
      this.#length += 1;
      if (this.#length === FRAME_SAMPLES) complete.push(...this.flush());
    }
    return complete;
  }

  /** Gives out what has been gathered of the next frame: none or one, which is shorter. */
  flush(): Int16Array<ArrayBuffer>[] {
    if (this.#length === 0) return [];
    const frame = this.#frame.slice(0, this.#length);
    this.#length = 0;
    return [frame];
  }
}

/** The nearest of 16 bits; what is too loud is clipped. */
function toPcm16(sample: number): number {
  return Math.max(-0x8000, Math.min(0x7fff, Math.round(sample * 0x8000)));
}

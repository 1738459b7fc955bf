/** Samples in a frame: 20 ms at 24 kHz. */
export const FRAME_SAMPLES = 480;

/** Gathers sound of any number of channels into mono PCM16 frames. */
export class SampleFrames {
  #frame = new Int16Array(FRAME_SAMPLES);
  #length = 0;

  /** Takes the channels' samples of one moment, from -1 to 1. Answers the frames that they complete. */
  add(channels: readonly Float32Array[]): Int16Array<ArrayBuffer>[] {
    const complete: Int16Array<ArrayBuffer>[] = [];
    const count = channels[0]?.length ?? 0;
    for (let index = 0; index < count; index += 1) {
      let sum = 0;
      for (const channel of channels) sum += channel[index] ?? 0;
      this.#frame[this.#length] = toPcm16(sum / channels.length);
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

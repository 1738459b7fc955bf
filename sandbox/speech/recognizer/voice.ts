import { samplesOf } from './rate.ts';

/** Length of a frame, in samples: 10 ms. */
export const VOICE_FRAME = samplesOf(10);
/** Root mean square above which a frame counts as voice: -42 dBFS. */
const VOICED = 0.008;

/** A simple voice activity detector, based on the level. */
export class Voice {
  /** For each frame, the number of voiced frames up to and including it. */
  readonly #voicedUntil: number[] = [];
  #energy = 0;
  #samples = 0;

  push(samples: Float32Array): void {
    for (const sample of samples) {
      this.#energy += sample * sample;
      this.#samples++;
      if (this.#samples < VOICE_FRAME) continue;
      const isVoiced = Math.sqrt(this.#energy / VOICE_FRAME) > VOICED;
      this.#voicedUntil.push((this.#voicedUntil.at(-1) ?? 0) + (isVoiced ? 1 : 0));
      this.#energy = 0;
      this.#samples = 0;
    }
  }

  /** The number of complete frames. */
  get frames(): number {
    return this.#voicedUntil.length;
  }

  /** The number of voiced frames before a frame. */
  voicedBefore(frame: number): number {
    return this.#voicedUntil[Math.min(frame, this.frames) - 1] ?? 0;
  }

  isVoiced(frame: number): boolean {
    return this.voicedBefore(frame + 1) > this.voicedBefore(frame);
  }
}

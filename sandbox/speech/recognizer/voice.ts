import { samplesOf } from './rate.ts';

/** Audio is judged in frames of this length, in samples. */
export const VOICE_FRAME = samplesOf(10);
/** Root mean square above which a frame counts as voice: -42 dB of full scale. */
const VOICED = 0.008;

/** A simple test of which moments of a stream hold a voice, by their level. */
export class Voice {
  /** For each frame, how many of the frames until its end were voiced. */
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

  /** How many frames are judged. */
  get frames(): number {
    return this.#voicedUntil.length;
  }

  /** How many frames before a frame are voiced. */
  voicedBefore(frame: number): number {
    return this.#voicedUntil[Math.min(frame, this.frames) - 1] ?? 0;
  }

  isVoiced(frame: number): boolean {
    return this.voicedBefore(frame + 1) > this.voicedBefore(frame);
  }
}

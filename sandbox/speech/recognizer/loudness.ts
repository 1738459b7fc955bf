import { samplesOf } from './rate.ts';

/** Length of the frames that count as audible or not: 1 ms, each judged by the 5 ms around it. */
const FRAME = samplesOf(1);
const FRAMES_AROUND = 2;
/** How far below the loudest moment a frame may be and still be audible: 40 dB. */
const AUDIBLE_SHARE = 0.01;

/** Which parts of a sound are audible, so that silence in and around a word doesn't count as part of it. */
export class Loudness {
  /** How many of the frames before each one are audible. */
  readonly #audibleBefore: Uint32Array;

  constructor(samples: Float32Array) {
    const frames = Math.ceil(samples.length / FRAME);
    const energies = new Float64Array(frames);
    for (let at = 0; at < samples.length; at++) energies[Math.floor(at / FRAME)]! += samples[at]! * samples[at]!;
    const around = energies.map((_, frame) => {
      let sum = 0;
      for (let near = frame - FRAMES_AROUND; near <= frame + FRAMES_AROUND; near++) sum += energies[near] ?? 0;
      return sum;
    });
    const threshold = around.reduce((loudest, energy) => Math.max(loudest, energy), 0) * AUDIBLE_SHARE ** 2;
    this.#audibleBefore = new Uint32Array(frames + 1);
    for (let frame = 0; frame < frames; frame++) {
      this.#audibleBefore[frame + 1] = this.#audibleBefore[frame]! + (around[frame]! > threshold ? 1 : 0);
    }
  }

  /** How many samples between two positions are audible. */
  audibleBetween(from: number, to: number): number {
    return Math.max(0, this.#audibleUntil(to) - this.#audibleUntil(from));
  }

  #audibleUntil(position: number): number {
    const frames = this.#audibleBefore.length - 1;
    const clamped = Math.min(Math.max(position, 0), frames * FRAME);
    const frame = Math.floor(clamped / FRAME);
    const before = this.#audibleBefore[frame]!;
    const within = (this.#audibleBefore[frame + 1] ?? before) - before;
    return before * FRAME + within * (clamped - frame * FRAME);
  }
}

import { samplesIn } from '@workspace/speech/samples';

/**
 * Returns deterministic noise of a level (root mean square, in dB relative to full scale). Samples depend on their
 * position, so that a stretch shows where it was taken from.
 */
export function noiseAt(position: number, length: number, db: number): Int16Array {
  const amplitude = 10 ** (db / 20) * 0x8000 * Math.sqrt(3);
  const samples = new Int16Array(length);
  for (let index = 0; index < length; index += 1) {
    samples[index] = Math.round((randomAt(position + index) * 2 - 1) * amplitude);
  }
  return samples;
}

/** Returns consecutive stretches of noise. */
export function soundOf(...stretches: readonly (readonly [audioMs: number, db: number])[]): Int16Array {
  const whole = new Int16Array(stretches.reduce((sum, [audioMs]) => sum + samplesIn(audioMs), 0));
  let at = 0;
  for (const [audioMs, db] of stretches) {
    whole.set(noiseAt(at, samplesIn(audioMs), db), at);
    at += samplesIn(audioMs);
  }
  return whole;
}

/** Returns a pseudorandom number from 0 to 1 for a position (a multiplicative hash of 32 bits). */
function randomAt(position: number): number {
  let state = Math.imul(position + 1, 0x9e37_79b1);
  state = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2_ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}

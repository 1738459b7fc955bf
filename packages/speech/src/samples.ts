import { SAMPLE_RATE } from './provider.ts';

/** How many samples this much audio has. */
export function samplesIn(audioMs: number): number {
  return Math.round((audioMs * SAMPLE_RATE) / 1_000);
}

/** How long this many samples sound, in milliseconds. */
export function millisecondsOf(samples: number): number {
  return (samples * 1_000) / SAMPLE_RATE;
}

/** The samples as they travel: little-endian, which is how every machine that this runs on keeps them. The same memory. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** All samples of some pieces, one piece after the other. */
export function concatenated(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    whole.set(piece, length);
    length += piece.length;
  }
  return whole;
}

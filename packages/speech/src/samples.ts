import { SAMPLE_RATE } from './provider.ts';

/** Returns the number of samples in this much audio, rounded. */
export function samplesIn(audioMs: number): number {
  return Math.round((audioMs * SAMPLE_RATE) / 1_000);
}

/** Returns the duration of this many samples, in milliseconds. */
export function millisecondsOf(samples: number): number {
  return (samples * 1_000) / SAMPLE_RATE;
}

/** Returns samples as little-endian bytes, in the same memory: every machine that this runs on is little-endian. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Returns the samples of all pieces, in order. */
export function concatenated(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    whole.set(piece, length);
    length += piece.length;
  }
  return whole;
}

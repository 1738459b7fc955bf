import { SAMPLE_RATE } from '@workspace/speech/provider';

/** Generates noise of a steady level, in dB below full scale (root mean square). The same each time. */
export function noise(ms: number, db: number, seed = 1): Int16Array {
  const amplitude = 10 ** (db / 20) * 32_768 * Math.sqrt(3);
  let state = seed;
  return Int16Array.from({ length: (ms / 1_000) * SAMPLE_RATE }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.round((state / 2 ** 30 - 1) * amplitude);
  });
}

export function joined(...parts: readonly Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

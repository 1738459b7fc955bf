import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDuration } from './durations.ts';

const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 };
const LIMITS = { d: Number.POSITIVE_INFINITY, h: 24, m: 60, s: 60 };

it.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m'],
  [3_600, '1h'],
  [3_601, '1h 1s'],
  [86_400, '1d'],
  [86_459, '1d 59s'],
  [93_784, '1d 2h 3m 4s'],
  [31_536_000, '365d'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('writes parts that add up to the original seconds', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (seconds) => {
      const total = partsOf(formatDuration(seconds)).reduce((sum, [count, unit]) => sum + count * SECONDS[unit], 0);
      expect(total).toBe(seconds);
    }),
  );
});

it('uses each unit at most once, largest first, with no part zero or as large as the next unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (seconds) => {
      const parts = partsOf(formatDuration(seconds));
      const sizes = parts.map(([, unit]) => SECONDS[unit]);
      expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => b - a));
      for (const [count, unit] of parts) expect(count > 0 && count < LIMITS[unit]).toBe(true);
    }),
  );
});

function partsOf(text: string): [number, keyof typeof SECONDS][] {
  return text.split(' ').map((part) => [Number(part.slice(0, -1)), part.slice(-1) as keyof typeof SECONDS]);
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barHeights, scaleTop } from './chart-scale.ts';

const DAY = 86_400;
const seconds = fc.integer({ min: 0, max: 30 * DAY });

it.each([
  [0, 60],
  [60, 60],
  [61, 120],
  [3_000, 3_600],
  [3_601, 7_200],
  [43_200, 43_200],
  [43_201, DAY],
  [DAY + 1, 2 * DAY],
])('for up to %i seconds the scale ends at %i', (max, top) => {
  expect(scaleTop(max)).toBe(top);
});

it('the scale is never below the maximum, and grows monotonically with it', () => {
  fc.assert(
    fc.property(seconds, seconds, (a, b) => {
      expect(scaleTop(a)).toBeGreaterThanOrEqual(Math.max(a, 1));
      if (a <= b) expect(scaleTop(a)).toBeLessThanOrEqual(scaleTop(b));
    }),
  );
});

it('bars fit the scale, never shrink for longer times, and are zero only for a time of zero', () => {
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 7 }), (days) => {
      const heights = barHeights(days, 0.02);
      for (const [index, height] of heights.entries()) {
        expect(height).toBeLessThanOrEqual(1);
        expect(height === 0).toBe(days[index] === 0);
      }
      const byTime = [...days.keys()].sort((a, b) => Number(days[a]) - Number(days[b])).map((index) => heights[index]);
      expect(byTime).toEqual([...byTime].sort((a, b) => Number(a) - Number(b)));
    }),
  );
});

it('a scale without days has no bars', () => {
  expect(barHeights([], 0.02)).toEqual([]);
});

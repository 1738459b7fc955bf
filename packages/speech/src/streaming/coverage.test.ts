import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Coverage } from './coverage.ts';

test('Adjacent ranges leave no gap', () => {
  const coverage = new Coverage();
  coverage.add({ from: 0, to: 10 });
  coverage.add({ from: 10, to: 30 });
  expect(coverage.gapsBefore(30)).toEqual([]);
  expect(coverage.gapsBefore(35)).toEqual([{ from: 30, to: 35 }]);
});

test('A range is extended back over a small gap, but not over a large one', () => {
  const coverage = new Coverage();
  coverage.add({ from: 0, to: 10 });
  expect(coverage.uncovered({ from: 12, to: 20 }, 2)).toEqual({ from: 10, to: 20 });
  expect(coverage.uncovered({ from: 13, to: 20 }, 2)).toEqual({ from: 13, to: 20 });
});

test('A range excludes what is already covered', () => {
  const coverage = new Coverage();
  coverage.add({ from: 10, to: 20 });
  expect(coverage.uncovered({ from: 5, to: 15 }, 0)).toEqual({ from: 5, to: 10 });
  expect(coverage.uncovered({ from: 12, to: 25 }, 0)).toEqual({ from: 20, to: 25 });
  expect(coverage.uncovered({ from: 10, to: 20 }, 0)).toBeUndefined();
  expect(coverage.uncovered({ from: 15, to: 12 }, 0)).toBeUndefined();
});

test('Whatever is added, the gaps are exactly the uncovered samples, and no sample is covered twice', () => {
  const range = fc.record({ from: fc.nat(40), to: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(range), fc.nat(5), fc.nat(50), (ranges, slack, limit) => {
      const coverage = new Coverage();
      const isCovered = new Array<boolean>(50).fill(false);
      for (const wanted of ranges) {
        const uncovered = coverage.uncovered(wanted, slack);
        const hasUncovered = isCovered.slice(wanted.from, wanted.to).includes(false);
        expect(uncovered !== undefined).toBe(hasUncovered);
        if (uncovered === undefined) continue;
        expect(isCovered.slice(uncovered.from, uncovered.to).every((covered) => !covered)).toBe(true);
        expect(uncovered.from).toBeLessThan(uncovered.to);
        isCovered.fill(true, uncovered.from, uncovered.to);
        coverage.add(uncovered);
      }
      const gaps = coverage.gapsBefore(limit);
      const isInGap = isCovered.map((_, sample) => gaps.some(({ from, to }) => from <= sample && sample < to));
      expect(isInGap.slice(0, limit)).toEqual(isCovered.slice(0, limit).map((covered) => !covered));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietestPosition } from './quietest-position.ts';

/** Returns stretches of constant samples. */
function sound(...stretches: [level: number, length: number][]): Int16Array {
  return Int16Array.from(stretches.flatMap(([level, length]) => Array<number>(length).fill(level)));
}

describe('The quietest position', () => {
  test('is the middle of the quietest stretch', () => {
    const samples = sound([900, 100], [200, 20], [900, 100], [-100, 20], [900, 100]);
    expect(quietestPosition(samples, 0, samples.length, 20)).toBe(230);
  });

  test('is only searched for between the two positions', () => {
    const samples = sound([900, 100], [0, 20], [900, 100], [300, 20], [900, 100], [0, 20]);
    expect(quietestPosition(samples, 115, 335, 20)).toBe(230);
  });

  test('is in the last of equally quiet stretches', () => {
    const samples = sound([900, 50], [0, 20], [900, 50], [0, 20], [900, 50]);
    expect(quietestPosition(samples, 0, samples.length, 20)).toBe(130);
  });

  test('is not at a single silent sample in loud sound', () => {
    const samples = sound([900, 100], [0, 1], [900, 100], [300, 20], [900, 100]);
    expect(quietestPosition(samples, 0, samples.length, 20)).toBe(211);
  });

  test('is the middle of the range if there is no room for a stretch', () => {
    expect(quietestPosition(sound([5, 100]), 40, 60, 30)).toBe(50);
    expect(quietestPosition(sound([5, 10]), 0, 10, 30)).toBe(5);
  });

  test('is between the two positions, and nothing there is quieter', () => {
    const level = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 80 }),
        fc.nat(80),
        fc.nat(80),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (levels, a, b, length, asFloats) => {
          const samples = asFloats ? Float32Array.from(levels) : Int16Array.from(levels);
          const [from, to] = [Math.min(a, b, levels.length), Math.min(Math.max(a, b), levels.length)];
          const position = quietestPosition(samples, from, to, length);
          expect(position).toBeGreaterThanOrEqual(from);
          expect(position).toBeLessThanOrEqual(to);
          if (to - from <= length) return;
          const energyFrom = (start: number) =>
            levels.slice(start, start + length).reduce((sum, sample) => sum + sample * sample, 0);
          const energies = Array.from({ length: to - from - length + 1 }, (_, index) => energyFrom(from + index));
          expect(energyFrom(position - Math.floor(length / 2))).toBe(Math.min(...energies));
        },
      ),
    );
  });
});

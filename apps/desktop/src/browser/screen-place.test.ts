import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bottomCenter, roundedRectangle, screenOf } from './screen-place.ts';

const LEFT = { x: 0, y: 0, width: 1_920, height: 1_080 };
const RIGHT = { x: 1_920, y: 0, width: 1_280, height: 1_024 };

describe('A window', () => {
  test.each([
    ['within', { x: 2_000, y: 10, width: 100, height: 100 }, RIGHT],
    ['mostly on', { x: 1_900, y: 10, width: 100, height: 100 }, RIGHT],
    ['outside all', { x: 9_000, y: 10, width: 100, height: 100 }, LEFT],
  ])('is assigned to the screen that most of it is on, or else to the first (%s)', (_, window, screen) => {
    expect(screenOf(window, [LEFT, RIGHT])).toBe(screen);
  });

  test('is at the bottom center, above the panels', () => {
    const size = { width: 420, height: 140 };
    expect(bottomCenter(size, LEFT, undefined)).toEqual({ x: 750, y: 892 });
    expect(bottomCenter(size, RIGHT, undefined)).toEqual({ x: 2_350, y: 836 });
    const workArea = { x: 0, y: 0, width: 3_200, height: 1_040 };
    expect(bottomCenter(size, LEFT, workArea)).toEqual({ x: 750, y: 852 });
    expect(bottomCenter(size, RIGHT, workArea)).toEqual({ x: 2_350, y: 836 });
  });

  test('does not extend above the top of a small screen', () => {
    expect(bottomCenter({ width: 420, height: 140 }, { x: 0, y: 0, width: 400, height: 100 }, undefined).y).toBe(0);
  });
});

const length = fc.integer({ min: 0, max: 200 });

test('The parts of a rounded rectangle are contiguous from top to bottom, and stay within it', () => {
  fc.assert(
    fc.property(length, length, length, length, length, (x, y, width, height, radius) => {
      const parts = roundedRectangle({ x, y, width, height }, radius);
      let bottom = y;
      for (const part of parts) {
        expect(part.y).toBe(bottom);
        bottom += part.height;
        expect(part.x - x).toBe(x + width - part.x - part.width);
        expect(part.width).toBeGreaterThan(0);
      }
      if (parts.length > 0) expect(Math.max(...parts.map((part) => part.width))).toBeLessThanOrEqual(width);
    }),
  );
});

test('A rectangle without rounded corners is a single part', () => {
  const rectangle = { x: 1, y: 2, width: 3, height: 4 };
  expect(roundedRectangle(rectangle, 0)).toEqual([rectangle]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { displayPrice } from './display-price.ts';

it.each([
  [0, '$0'],
  [5, '$0.05'],
  [1_990, '$19.90'],
  [2_000, '$20'],
  [123_456, '$1,234.56'],
])('shows %i cents as %s', (cents, text) => {
  expect(displayPrice(cents)).toBe(text);
});

it('keeps every cent of a price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(Math.round(Number(displayPrice(cents).replace(/[$,]/g, '')) * 100)).toBe(cents);
    }),
  );
});

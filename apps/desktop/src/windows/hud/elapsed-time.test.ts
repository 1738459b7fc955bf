import { expect, it } from 'vitest';
import { formatElapsed } from './elapsed-time.tsx';

it.each([
  [0, '0:00'],
  [7.98, '0:07'],
  [60, '1:00'],
  [754.5, '12:34'],
  [3_599.99, '59:59'],
  [3_723, '1:02:03'],
])('shows %d seconds as %s', (seconds, shown) => {
  expect(formatElapsed(seconds)).toBe(shown);
});

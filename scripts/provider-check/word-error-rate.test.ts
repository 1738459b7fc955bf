import { describe, expect, test } from 'vitest';
import { wordErrorRate } from './word-error-rate.ts';

describe('The rate of wrong words', () => {
  test.each([
    ['Let go, and the text is yours!', 'let go and the text is yours', 0],
    ['one two three four', 'one too three four', 1 / 4],
    ['one two three four', 'one three four', 1 / 4],
    ['one two three four', 'one two and three four', 1 / 4],
    ['one two three four', 'two three four one', 2 / 4],
    ['one two', '', 1],
    ['one two', 'and now one of these came two times', 6 / 2],
    ['', '', 0],
  ])('of “%s” heard as “%s” is %d', (said, heard, rate) => {
    expect(wordErrorRate(said, heard)).toBe(rate);
  });
});

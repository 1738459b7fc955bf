import { expect, test } from 'vitest';
import { wordErrorRate, wordErrors } from './word-errors.ts';

const SAID = 'and mister john had then leisure to consider it';

test.for<[string, Parameters<typeof expect>[0]]>([
  ['And Mr. John had then leisure, to consider it!', { rate: 0, longestGap: 0, longestExcess: 0 }],
  ['And Mr. Jon had then leisure to consider it.', { rate: 1 / 9, longestGap: 0, longestExcess: 0 }],
  ['And Mr. John had to consider it.', { rate: 2 / 9, longestGap: 2, longestExcess: 0 }],
  ['And Mr. John had then leisure had then leisure to consider it.', { rate: 3 / 9, longestGap: 0, longestExcess: 3 }],
  ['', { rate: 1, longestGap: 9, longestExcess: 0 }],
])('Errors are counted in words: “%s”', ([understood, errors]) => {
  expect(wordErrors(SAID, understood)).toEqual(errors);
});

test.each([
  ['one two three four', 'two three four one', 2 / 4],
  ['one two', 'and now one of these came two times', 6 / 2],
  ['', '', 0],
])('The error rate of “%s”, understood as “%s”, is %d', (said, understood, rate) => {
  expect(wordErrorRate(said, understood)).toBe(rate);
});

import tokenizer from 'llama-tokenizer-js';
import { expect, test } from 'vitest';
import { END_TOKEN, START_TOKEN, textOf } from './vocabulary.ts';

const SAID = 'He was not an ill-disposed young man; room 205, café.';

test('Tokens are decoded to text without surrounding whitespace', () => {
  expect(textOf(tokenizer.encode(SAID, false))).toBe(SAID);
  expect(textOf(tokenizer.encode('  so ', false))).toBe('so');
});

test('Tokens without text are omitted', () => {
  const tokens = tokenizer.encode(SAID, false);
  expect(textOf([START_TOKEN, ...tokens, END_TOKEN])).toBe(SAID);
  expect(textOf([0, 32_000, ...tokens, 32_767])).toBe(SAID);
});

test('Without text tokens, the text is empty', () => {
  expect(textOf([])).toBe('');
  expect(textOf([START_TOKEN, END_TOKEN])).toBe('');
  expect(textOf([32_100])).toBe('');
});

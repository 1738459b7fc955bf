import tokenizer from 'llama-tokenizer-js';

/** Tokens that mark the start and the end of a text. */
export const START_TOKEN = 1;
export const END_TOKEN = 2;

/** The number of tokens with text. The model's vocabulary has 768 more, which have none. */
const TEXT_TOKENS = 32_000;

/**
 * Decodes tokens to text, without surrounding whitespace, and without quotation marks: the model adds those to whatever
 * sounds like a quotation, although nobody dictated them.
 */
export function textOf(tokens: readonly number[]): string {
  const known = tokens.filter((token) => token > END_TOKEN && token < TEXT_TOKENS);
  const text = known.length === 0 ? '' : tokenizer.decode([START_TOKEN, ...known]);
  return text.replaceAll(/["“”]/g, '').replaceAll(/\s+/g, ' ').trim();
}

import tokenizer from 'llama-tokenizer-js';

/** Tokens that the model begins and ends a text with. */
export const START_TOKEN = 1;
export const END_TOKEN = 2;

/** Tokens with text. The model's vocabulary has 768 more, which have none. */
const TEXT_TOKENS = 32_000;

/**
 * The text of tokens, without space around it, and without quotation marks: the model puts what sounds like a quotation
 * between them, which were not said.
 */
export function textOf(tokens: readonly number[]): string {
  const known = tokens.filter((token) => token > END_TOKEN && token < TEXT_TOKENS);
  const text = known.length === 0 ? '' : tokenizer.decode([START_TOKEN, ...known]);
  return text.replaceAll(/["“”]/g, '').replaceAll(/\s+/g, ' ').trim();
}

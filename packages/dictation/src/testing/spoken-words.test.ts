import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recognizeWords, roomSound } from './spoken-words.ts';

it('A word is recognized wherever it begins', () => {
  fc.assert(
    fc.property(fc.nat(50_000_000), (pair) => {
      const word = { text: 'word', from: 2 * pair, to: 2 * pair + 480 };
      expect(recognizeWords([word], roomSound([word], word.from - 24, word.to + 24))).toEqual(['word']);
    }),
    // There the sequence of samples passes through zero, which is silence.
    { examples: [[391_584]] },
  );
});

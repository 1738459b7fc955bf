import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loopAtEnd } from './repetition.ts';

/** Makes a token of each word. */
function tokensOf(text: string): number[] {
  return text.split(' ').map((word) => [...word].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7));
}

/** A text in which no token occurs twice. */
const novelty = (from: number, maxLength: number) =>
  fc.integer({ min: 0, max: maxLength }).map((length) => Array.from({ length }, (_, index) => from + index));

describe('A loop at the end of a text', () => {
  test.for<[text: string, start: number, period: number]>([
    ['so we go go go go go', 2, 1],
    ['he was amiable , amiable , amiable , amiable ,', 2, 2],
    ['and then the end of it the end of it the end of it', 2, 4],
    ['and then the end of it the end of it the end of it the end', 2, 4],
  ])('is found: “%s”', ([text, start, period]) => {
    expect(loopAtEnd(tokensOf(text))).toEqual({ start, period });
  });

  test.for([
    '',
    'no , no , no',
    'no no no',
    'no , no , no ,',
    'of the people of the people of the people',
    'row row your boat row row your boat',
    'ha ha ha ha',
    'very , very , very , very good',
    'five five five five then six',
    'I said that that that is that',
    'one two three one two three',
    'we shall fight on the beaches we shall fight on the landing grounds we shall fight in the fields',
    'go go go go go and stop',
  ])('is not found in what people do repeat: “%s”', (text) => {
    expect(loopAtEnd(text === '' ? [] : tokensOf(text))).toBeUndefined();
  });

  test('is found whatever is repeated, from the start of its first round', () => {
    fc.assert(
      fc.property(
        novelty(1_000, 40),
        novelty(2_000, 23).map((round) => [...round, 3_000]),
        fc.integer({ min: 5, max: 8 }),
        fc.nat(22),
        (before, round, rounds, more) => {
          const loop = Array.from({ length: rounds }, () => round).flat();
          const tokens = [...before, ...loop, ...round.slice(0, more)];
          expect(loopAtEnd(tokens)).toEqual({ start: before.length, period: round.length });
        },
      ),
    );
  });

  test('consists of at least three equal rounds, and starts as early as possible', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 }), (tokens) => {
        const loop = loopAtEnd(tokens);
        if (loop === undefined) return;
        const { start, period } = loop;
        expect(tokens.slice(start + period)).toEqual(tokens.slice(start, -period));
        expect(tokens.length - start).toBeGreaterThanOrEqual(3 * period);
        if (start > 0) expect(tokens[start - 1]).not.toBe(tokens[start - 1 + period]);
      }),
    );
  });

  test('is not found in a text without any repetition', () => {
    fc.assert(
      fc.property(novelty(0, 200), (tokens) => {
        expect(loopAtEnd(tokens)).toBeUndefined();
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TYPING } from './tuning.ts';
import { planTyping } from './typing-plan.ts';

const FAMILY = '👨‍👩‍👧‍👦';

/** Texts with characters of several parts: joined emoji, flags, combining marks, letters beyond the first plane. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'é', 'e\u0301', FAMILY, '🇩🇪', '👍🏽', '𝒳', 'नि', '한', ' '),
      fc.string({ unit: 'grapheme' }),
    ),
  )
  .map((parts) => parts.join('').replace(/\p{Cc}/gu, ''));

test('The pieces make up the text, each fits an event, and no character is split', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = planTyping(text);
      const characters = [...new Intl.Segmenter().segment(text)];
      if (characters.some(({ segment }) => segment.length > TYPING.eventUnits)) {
        expect(pieces).toBeUndefined();
        return;
      }
      expect(pieces?.join('')).toBe(text);
      const ends = new Set(characters.map(({ index, segment }) => index + segment.length));
      let end = 0;
      for (const piece of pieces ?? []) {
        end += piece.length;
        expect(piece.length).toBeGreaterThan(0);
        expect(piece.length).toBeLessThanOrEqual(TYPING.eventUnits);
        expect(ends).toContain(end);
      }
    }),
  );
});

test('An emoji at the end of an event moves to the next one', () => {
  const start = 'twelve chars';
  expect(planTyping(`${start}${FAMILY}`)).toEqual([start, FAMILY]);
});

test.each(['one\ntwo', 'one\ttwo', 'one\u0007'])('A text with a control character is not typed', (text) => {
  expect(planTyping(text)).toBeUndefined();
});

test('A character that is too long for an event is not typed', () => {
  expect(planTyping(`e${'\u0301'.repeat(TYPING.eventUnits)}`)).toBeUndefined();
});

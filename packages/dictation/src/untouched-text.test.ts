import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OwnWords, overlaps, quotations, type Span } from './untouched-text.ts';

const claimed = (text: string, part: string, vocabulary: string[]) => {
  const from = text.indexOf(part);
  return new OwnWords({ vocabulary, replacements: [] }).claims(text, { from, to: from + part.length });
};

test('The user’s words are found in any case, as whole words, and including the separators between them', () => {
  expect(claimed('at new-line CINEMA now', 'new-line', ['New Line Cinema'])).toBe(true);
  expect(claimed('at new line now', 'new line', ['New Line Cinema'])).toBe(false);
  expect(claimed('new line new line cinema', 'new line', ['New Line Cinema'])).toBe(false);
  expect(claimed('umbrella', 'um', ['umbrella'])).toBe(true);
  expect(claimed('um', 'um', ['umbrella', '…'])).toBe(false);
});

test('Phrases that begin alike or overlap are all found', () => {
  const ownWords = new OwnWords({ vocabulary: ['a b', 'a b c d', 'c d e'], replacements: [{ from: 'x', to: 'y z' }] });
  const text = 'a b c d e. y z x';
  for (const from of [0, 2, 4, 6, 8, 11, 13, 15]) expect(ownWords.claims(text, { from, to: from + 1 })).toBe(true);
  expect(ownWords.claims('a b c', { from: 4, to: 5 })).toBe(false);
});

test('A range overlaps a set if and only if it overlaps one of its ranges', () => {
  const length = fc.nat(20);
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '“', '”', '\n'), maxLength: 30 }),
      length,
      length,
      (text, from, size) => {
        const places = quotations(text);
        const apart = places.every(
          (place, index) => (places[index - 1]?.to ?? 0) <= place.from && place.from < place.to,
        );
        expect(apart).toBe(true);
        const span: Span = { from, to: from + size + 1 };
        expect(overlaps(places, span)).toBe(places.some((place) => place.from < span.to && span.from < place.to));
      },
    ),
  );
});

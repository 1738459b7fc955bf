import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strayingOf } from './straying.ts';
import { DICTATIONS, LONG_DICTATION } from './testing/dictations.ts';

const CONTEXT = { languages: [], vocabulary: [] };
const goods = DICTATIONS.flatMap(({ heard, good, vocabulary = [] }) =>
  good.map((answer) => [heard, answer, vocabulary] as const),
);
const bads = DICTATIONS.flatMap(({ heard, bad, vocabulary = [] }) =>
  bad.map((answer) => [heard, answer, vocabulary] as const),
);

test('there are at least sixty dictations, each with good and bad answers', () => {
  expect(DICTATIONS.length).toBeGreaterThanOrEqual(60);
  for (const { good, bad } of DICTATIONS) expect([good.length > 0, bad.length > 0]).toEqual([true, true]);
});

test.each(goods)('“%s” may become “%s”', (heard, answer, vocabulary) => {
  expect(strayingOf(heard, answer, { languages: [], vocabulary })).toBeUndefined();
});

test.each(bads)('“%s” may not become “%s”', (heard, answer, vocabulary) => {
  expect(strayingOf(heard, answer, { languages: [], vocabulary })).toBeDefined();
});

describe('A long dictation', () => {
  const { heard, good, changes } = LONG_DICTATION;

  test('may be cleaned up', () => {
    expect(strayingOf(heard, good, CONTEXT)).toBeUndefined();
    const asList = good
      .replace('First, the', '\n1. The')
      .replace('Second, the', '\n2. The')
      .replace('And third, the', '\n3. The');
    expect(strayingOf(heard, asList, CONTEXT)).toBeUndefined();
  });

  test.each(changes)('may not have “%s” changed to “%s”', (before, after) => {
    expect(good).toContain(before);
    expect(strayingOf(heard, good.replace(before, after), CONTEXT)).toBeDefined();
  });
});

describe('Whatever is said', () => {
  const PLAIN = 'table garden window river market doctor paper yellow summer travel letter kitchen bridge coffee'.split(
    ' ',
  );
  const sentence = fc.array(fc.constantFrom(...PLAIN), { minLength: 3, maxLength: 60 });
  const any = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    sentence.map((words) => words.join(' ')),
  );

  test('the same text never strays', () => {
    fc.assert(fc.property(any, (text) => strayingOf(text, text, CONTEXT) === undefined));
  });

  test('other punctuation, capitals and line breaks never stray', () => {
    const mark = fc.constantFrom(' ', ', ', '. ', '? ', '\n', ' – ', ': ');
    fc.assert(
      fc.property(sentence, fc.infiniteStream(mark), fc.infiniteStream(fc.boolean()), (words, marks, capitals) => {
        const written = words
          .map(
            (word) => `${capitals.next().value ? word[0]!.toUpperCase() + word.slice(1) : word}${marks.next().value}`,
          )
          .join('');
        expect(strayingOf(words.join(' '), written, CONTEXT)).toBeUndefined();
      }),
    );
  });

  test('dropping or adding a negation strays', () => {
    const negation = fc.constantFrom('not', 'never', 'nicht', 'kein', 'pas', 'jamais', 'nunca', 'sin');
    fc.assert(
      fc.property(sentence, negation, fc.nat(), (words, word, at) => {
        const negated = words.toSpliced(at % words.length, 0, word).join(' ');
        expect(strayingOf(negated, words.join(' '), CONTEXT)).toBeDefined();
        expect(strayingOf(words.join(' '), negated, CONTEXT)).toBeDefined();
      }),
    );
  });

  test('changing or dropping a number strays', () => {
    const number = fc.integer({ min: 3, max: 999_999 });
    fc.assert(
      fc.property(sentence, number, number, fc.nat(), (words, one, other, at) => {
        fc.pre(!String(one).includes(String(other)) && !String(other).includes(String(one)));
        const withNumber = (value: number) => words.toSpliced(at % words.length, 0, String(value)).join(' ');
        expect(strayingOf(withNumber(one), withNumber(other), CONTEXT)).toBe('number');
        expect(strayingOf(withNumber(one), words.join(' '), CONTEXT)).toBe('number');
      }),
    );
  });

  test('adding a sentence before or after it strays', () => {
    const other = fc.constantFrom(
      'Sure, here you are!',
      'Here is the corrected text:',
      'I hope that helps you.',
      'Elephants like sugar.',
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PLAIN), { minLength: 1, maxLength: 25 }),
        other,
        fc.boolean(),
        (words, more, isBefore) => {
          const text = words.join(' ');
          expect(strayingOf(text, isBefore ? `${more} ${text}` : `${text}. ${more}`, CONTEXT)).toBeDefined();
        },
      ),
    );
  });

  test('replacing a word or dropping the end strays', () => {
    const long = fc.array(fc.constantFrom(...PLAIN), { minLength: 3, maxLength: 150 });
    fc.assert(
      fc.property(
        long,
        fc.nat(),
        fc.constantFrom(...PLAIN),
        fc.integer({ min: 1, max: 20 }),
        (words, at, other, cut) => {
          const place = at % words.length;
          fc.pre(words[place] !== other);
          expect(strayingOf(words.join(' '), words.with(place, other).join(' '), CONTEXT)).toBeDefined();
          const end = words.length - cut;
          fc.pre(end > 0 && new Set([...words.slice(end - 1)]).size === cut + 1);
          expect(strayingOf(words.join(' '), words.slice(0, end).join(' '), CONTEXT)).toBeDefined();
        },
      ),
    );
  });

  test('a completely different text strays', () => {
    fc.assert(
      fc.property(sentence, (words) => {
        expect(
          strayingOf(words.join(' '), words.map((word) => `${[...word].toReversed().join('')}q`).join(' '), CONTEXT),
        ).toBeDefined();
      }),
    );
  });

  test('it never throws', () => {
    fc.assert(
      fc.property(any, any, (heard, answer) => void strayingOf(heard, answer, { languages: [], vocabulary: [heard] })),
    );
  });
});

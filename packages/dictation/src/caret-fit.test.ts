import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitToCaret } from './caret-fit.ts';
import type { TextAround } from './ports.ts';
import { OwnWords } from './untouched-text.ts';

const NO_WORDS = new OwnWords({ vocabulary: [], replacements: [] });
const fit = (text: string, around: TextAround, languages: string[] = [], ownWords = NO_WORDS) =>
  fitToCaret(text, around, languages, ownWords);

describe('the first letter', () => {
  it.each([
    'We went home',
    'We went home ',
    'We ate, ',
    'we – ',
    'It is 5',
    'He left (',
    'She (Anna) ',
    'He said "yes" ',
    'Das heißt „gut“ ',
    'this & ',
    '- We went',
    '1. We went',
  ])('is lowercased within a sentence: after %j', (before) => {
    expect(fit('And then we left.', { before })).toBe('and then we left.');
  });

  it.each([
    '',
    ' ',
    'We left. ',
    'Did we? ',
    'No! ',
    'Well… ',
    'We left.\n',
    'We left\n',
    'As follows: ',
    'She said “',
    '- ',
    '* ',
    '> ',
    '# ',
    '1. ',
    'a) ',
    '[ ] ',
    '• ',
    '(',
    'He left. (',
    '"We left." ',
    '$ ',
    '\uFFFC',
  ])('is unchanged at the start of a sentence, or if that is unknown: after %j', (before) => {
    expect(fit('And then we left.', { before })).toBe('And then we left.');
  });

  it.each([
    'I think so',
    'I’m late',
    "I'll go",
    'Anna knows',
    'Berlin is big',
    'NASA knows',
    'GmbH',
    'IPhone',
    'OK',
    'Monday it is',
    'May we go',
    'Will knows',
    'X-rays',
    'A/B tests',
    'A+',
    'A.',
    'And/or',
    '“And so',
    '3 apples',
    'IT works',
    'Mark',
    'John',
  ])('is unchanged if the word may be a name, or is always written that way: %j', (text) => {
    expect(fit(text, { before: 'We think ' })).toBe(text);
  });

  it.each([
    ['It’s late', 'it’s late'],
    ["Don't go", "don't go"],
    ['A house', 'a house'],
    ['Because', 'because'],
    ['Yesterday we ate', 'yesterday we ate'],
  ])('is lowercased in common words: %j', (text, small) => {
    expect(fit(text, { before: 'and ' }, ['en'])).toBe(small);
  });

  it('respects that German capitalizes nouns and some other words', () => {
    for (const text of ['Haus', 'Sie kommen', 'Ihnen', 'Not', 'Test', 'Mine', 'Macht']) {
      expect(fit(text, { before: 'und ' }, ['de', 'en'])).toBe(text);
      expect(fit(text, { before: 'und ' })).toBe(text);
    }
    expect(fit('Und dann', { before: 'Haus ' }, ['de'])).toBe('und dann');
    expect(fit('Die Katze', { before: 'sieht ' })).toBe('die Katze');
    expect(fit('Not yet', { before: 'but ' }, ['en'])).toBe('not yet');
  });

  it('knows French and Spanish words, but none of languages that aren’t spoken', () => {
    expect(fit('L’homme', { before: 'et ' }, ['fr'])).toBe('l’homme');
    expect(fit("D'accord", { before: 'et ' })).toBe("d'accord");
    expect(fit('L’Oréal', { before: 'et ' }, ['fr'])).toBe('L’Oréal');
    expect(fit('Después', { before: 'y ' }, ['es-MX'])).toBe('después');
    expect(fit('And', { before: 'e ' }, ['it'])).toBe('And');
  });

  it.each([
    ['Meeting with John', 'I have a '],
    ['Houses are nice', 'I think '],
    ['Refactor this', 'Please '],
    ['Fichier', 'Ouvre le '],
    ['Ciudad grande', 'Es una '],
  ])('is lowercased in frequent words of languages that don’t capitalize nouns: %j', (text, before) => {
    const small = text.charAt(0).toLowerCase() + text.slice(1);
    expect(fit(text, { before }, [])).toBe(small);
    expect(fit(text, { before }, ['en', 'fr', 'es', 'de'])).toBe(small);
    expect(fit(text, { before }, ['de'])).toBe(text);
  });

  it('is unchanged in a German noun if the sentence may be German', () => {
    for (const [text, before] of [
      ['Meeting um acht', 'Wir haben ein '],
      ['Team ist da', 'Das '],
      ['Problem', '- xyz '],
    ] as const) {
      expect(fit(text, { before }, [])).toBe(text);
      expect(fit(text, { before }, ['de', 'en'])).toBe(text);
    }
  });

  it('is unchanged in names, whatever the language', () => {
    const names =
      'James Mary Grace Rose Hope May Will Mark Jack Rosa Luz Pierre Claire Blanche Marina Mercedes Angel Paris China Turkey Jordan Apple Slack Cursor Swift Windows Monday English';
    for (const name of names.split(' '))
      expect(fit(`${name} is here`, { before: 'I know that ' })).toBe(`${name} is here`);
  });

  it('is unchanged in the user’s own words', () => {
    const ownWords = new OwnWords({ vocabulary: ['And'], replacements: [{ from: 'the app', to: 'The App' }] });
    expect(fit('And so', { before: 'we ' }, [], ownWords)).toBe('And so');
    expect(fit('The App', { before: 'we ' }, [], ownWords)).toBe('The App');
    expect(fit('The end', { before: 'we ' }, [], ownWords)).toBe('the end');
  });
});

describe('the full stop', () => {
  it.each([' because', 'because', ', so', '. Then', '?', ')'])(
    'is removed if the sentence continues: before %j',
    (after) => {
      expect(fit('We left.', { after })).toBe('We left');
    },
  );

  it.each(['', ' ', '\n', '\nbecause', ' Because', ' Anna', ' “so”', ' 5 apples'])(
    'is kept if the sentence may not continue: before %j',
    (after) => {
      expect(fit('We left.', { after })).toBe('We left.');
    },
  );

  it.each(['(see below).', 'by 50%.', 'in C++.', 'on example.com.', 'of 3.5.', 'his “house”.'])(
    'is removed whatever precedes it: %j',
    (text) => {
      expect(fit(text, { after: ' because' })).toBe(text.slice(0, -1));
    },
  );

  it.each(['Did we?', 'Go!', 'Well…', 'Well...', 'at 5 p.m.', 'etc.', 'z.B.', 'J.', 'We left', 'He said "yes."'])(
    'is not removed from abbreviations and quotations, nor is any other mark: %j',
    (text) => {
      expect(fit(text, { after: ' because' })).toBe(text);
    },
  );

  it('is removed after a single word in a search field or a table cell', () => {
    expect(fit('Weather.', { field: 'search' })).toBe('Weather');
    expect(fit('Total.', { before: '', after: '', field: 'cell' })).toBe('Total');
    for (const word of ['No', 'Max', '3.5', 'C++', 'example.com', '$5'])
      expect(fit(`${word}.`, { field: 'cell' })).toBe(word);
    for (const word of ['U.S.', 'p.m.', 'Wait...', 'Weather?']) expect(fit(word, { field: 'search' })).toBe(word);
    expect(fit('It rains.', { field: 'search' })).toBe('It rains.');
    expect(fit('Weather.', { before: '', after: '' })).toBe('Weather.');
  });
});

describe('fitting any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.lorem({ maxCount: 2, mode: 'sentences' }),
    fc.constantFrom('And so.', 'The'),
  );
  const around = fc.record(
    { before: text, after: text, field: fc.constantFrom('search' as const, 'cell' as const) },
    { requiredKeys: [] },
  );

  it('changes only the case of the first letter and a full stop at the end', () => {
    fc.assert(
      fc.property(text, around, (said, place) => {
        const fitted = fit(said, place);
        const rest = said.trimEnd().endsWith('.') ? said.trimEnd().slice(0, -1) : said;
        expect([said.toLowerCase(), rest.toLowerCase()]).toContain(fitted.toLowerCase());
        const differs = [...fitted].filter((character, index) => character !== [...said][index]);
        expect(differs.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('changes nothing if the field can’t be read', () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(fit(said, {})).toBe(said);
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, around, (said, place) => {
        fc.pre(!/\.\s*\.\s*$/.test(said));
        const fitted = fit(said, place);
        expect(fit(fitted, place)).toBe(fitted);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinText } from './spacing.ts';

describe('there is a space', () => {
  it.each([
    ['between words', 'one', 'two'],
    ['after a sentence', 'One.', 'Two'],
    ['after a colon, a semicolon and a comma', 'namely:', 'this'],
    ['after a closing bracket', '(one)', 'two'],
    ['after a closing quotation mark', 'He said "yes"', 'and'],
    ['before an opening bracket', 'one', '(two)'],
    ['before an opening quotation mark', 'He said', '“yes”'],
    ['before an inverted question mark', 'Hola.', '¿Qué tal?'],
    ['before a word that begins with a dot', 'We use', '.NET'],
    ['before a number that begins with a dot', 'about', '.5'],
    ['before a dash', 'one', '– two'],
    ['before a flag', 'run it with', '--verbose'],
    ['before a path', 'go to', '/usr/bin'],
    ['after a dash set with spaces', 'one –', 'two'],
    ['after an English plural possessive', 'the boys’', 'room'],
    ['after a single quoted letter', "'a'", 'b'],
    ['after the sharp of a language', 'in C#', 'or F#'],
    ['after an ellipsis', 'well…', 'yes'],
    ['before an emoji', 'well done', '👍🏽'],
    ['after an emoji', 'well done 👍🏽', 'indeed'],
    ['between emoji', '👍', '🎉'],
    ['between Korean words', '안녕', '하세요'],
    ['between Korean and Chinese characters', '漢字', '입니다'],
    ['between Arabic words', 'مرحبا', 'بالعالم'],
    ['between Thai and Latin letters', 'ภาษา', 'Python'],
    ['between Thai and digits', 'มี', '5 คน'],
  ])('%s', (_, before, next) => {
    expect(joinText(before, next)).toBe(` ${next}`);
  });
});

describe('there is no space', () => {
  it.each([
    ['at the beginning of a field', '', 'one'],
    ['after a space', 'one ', 'two'],
    ['after a no-break space', 'one\u00A0', 'two'],
    ['after a tab', 'one\t', 'two'],
    ['after a line break', 'one\n', 'two'],
    ['before a line break', 'one', '\n\ntwo'],
    ['after an opening bracket', 'one (', 'two'],
    ['after an opening quotation mark', 'He said “', 'yes'],
    ['after an opening straight quotation mark', 'He said "', 'yes'],
    ['after a guillemet', 'Il dit «', 'oui'],
    ['after an inverted exclamation mark', '¡', 'Hola!'],
    ['after a French elision', 'à l’', 'eau'],
    ['after a longer French elision', "lorsqu'", 'il'],
    ['after an Italian elision', "nell'", 'acqua'],
    ['after a hyphen', 'well-', 'known'],
    ['after a slash', 'and/', 'or'],
    ['after an at sign', 'ask @', 'anna'],
    ['after a hash', 'fixes #', '12'],
    ['after a dash set without spaces', 'one—', 'two'],
    ['before a full stop', 'one', '. Two'],
    ['before a comma', 'one', ', two'],
    ['before an exclamation mark', 'one', '!'],
    ['before three dots', 'one', '... two'],
    ['before an ellipsis', 'one', '… two'],
    ['before a percent sign', '50', '% of it'],
    ['before a closing bracket', '(one', ') two'],
    ['before a closing quotation mark', 'He said “yes', '” and'],
    ['before a closing straight quotation mark', 'He said "yes', '" and'],
    ['before an Arabic question mark', 'كيف', '؟'],
    ['between Chinese words', '你好', '世界'],
    ['between Japanese words', 'こんにちは', '世界'],
    ['after Chinese punctuation', '你好。', '世界'],
    ['between a Latin full stop and Chinese', '你好.', '世界'],
    ['between Chinese and Latin letters', '我用', 'Python'],
    ['between Latin letters and Japanese', 'Python', 'を使う'],
    ['between Chinese and an emoji', '你好', '👍'],
    ['between Thai words', 'สวัสดี', 'ครับ'],
    ['between Lao words', 'ສະບາຍ', 'ດີ'],
    ['between Khmer words', 'សួស្តី', 'អ្នក'],
    ['before a combining mark', 'e', '\u0301tude'],
  ])('%s', (_, before, next) => {
    expect(joinText(before, next)).toBe(next);
  });

  it('if the text before is unknown', () => {
    expect(joinText(undefined, 'one')).toBe('one');
  });
});

describe('spacing looks past', () => {
  it.each([
    ['a combining mark', 'e\u0301', ' two'],
    ['a zero-width space', 'one\u200B', ' two'],
    ['a zero-width space after a space', 'one \u200B', 'two'],
    ['an embedded object after a space', 'one \uFFFC', 'two'],
    ['an embedded object after a word', 'one\uFFFC', ' two'],
    ['nothing but invisible characters', '\uFEFF\u200B', 'two'],
    ['an invisible character after an opening bracket', '(\u2060', 'two'],
  ])('%s', (_, before, expected) => {
    expect(joinText(before, 'two')).toBe(expected);
  });

  it('an invisible character before the next text', () => {
    expect(joinText('one', '\u200Btwo')).toBe(' \u200Btwo');
    expect(joinText('one', '\u200B, two')).toBe('\u200B, two');
  });
});

describe('outer white space', () => {
  it('is dropped', () => {
    expect(joinText('one', ' \t two \u00A0')).toBe(' two');
    expect(joinText('one', ' . Two ')).toBe('. Two');
    expect(joinText('one', '   ')).toBe('');
  });

  it('keeps its line breaks', () => {
    expect(joinText('one', '  \n two \n\n ')).toBe('\ntwo\n\n');
    expect(joinText('one', ' \r\n ')).toBe('\r\n');
  });

  it('does not include inner white space', () => {
    expect(joinText(undefined, 'Bonjour  !\n Salut')).toBe('Bonjour  !\n Salut');
  });
});

/** Pieces of text to be combined in all ways: scripts, punctuation, marks, invisible characters, white space. */
const piece = fc.constantFrom(
  ...[
    'one',
    'Two',
    'é',
    'ß',
    's',
    '5',
    '.',
    ',',
    '...',
    '…',
    '?',
    '%',
    '(',
    ')',
    '«',
    '»',
    '“',
    '”',
    '„',
    '"',
    "'",
    '’',
  ],
  ...[
    'l’',
    '¿',
    '-',
    '–',
    '—',
    '/',
    '@',
    '#',
    '_',
    '你',
    '世界',
    'か',
    'カー',
    '。',
    '「',
    '！',
    'ไทย',
    'ລາວ',
    '한국',
    'שלום',
  ],
  ...['👍🏽', '👩‍👩‍👧', '\u0301', '\u200B', '\u200F', '\uFFFC', ' ', '\u00A0', '\t', '\n', '\r\n', '\uD83D'],
);
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: anyCharacter }),
);
const withoutSpace = (value: string) => value.replace(/[\p{White_Space}\uFEFF]/gu, '');

describe('in any text', () => {
  it('joining is idempotent', () => {
    fc.assert(
      fc.property(text, text, (before, next) => {
        const joined = joinText(before, next);
        expect(joinText(before, joined)).toBe(joined);
      }),
    );
  });

  it('only outer white space changes', () => {
    fc.assert(
      fc.property(text, text, (before, next) => {
        const joined = joinText(before, next);
        expect(withoutSpace(joined)).toBe(withoutSpace(next));
        expect(joined).toContain(next.trim());
      }),
    );
  });

  it('there are never two spaces in a row at the seam', () => {
    fc.assert(
      fc.property(text, text, (before, next) => {
        if (/\p{White_Space}$/u.test(before)) expect(joinText(before, next)).not.toMatch(/^ /);
      }),
    );
  });

  it('joining is associative', () => {
    // Each with a word in it, and without quotation marks: those depend on the whole text before.
    const word = fc.constantFrom('one', 'é', '5', '世界', 'か', 'ไทย', '한국', 'שלום', '👍🏽');
    const segment = fc
      .tuple(text, word, text)
      .map((parts) => joinText(undefined, parts.join('').replace(/["`'\p{Pi}\p{Pf}]/gu, '')));
    const join = (before: string, next: string) => before + joinText(before, next);
    fc.assert(
      fc.property(segment, segment, segment, (a, b, c) => {
        expect(join(join(a, b), c)).toBe(join(a, join(b, c)));
      }),
      { numRuns: 2_000 },
    );
  });
});

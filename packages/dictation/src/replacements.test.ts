import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyReplacements, type Replacement } from './replacements.ts';

/** `replace('text', 'from', 'to', 'from', 'to', …)` */
function replace(text: string, ...pairs: string[]): string {
  const replacements: Replacement[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    replacements.push({ from: pairs[index] ?? '', to: pairs[index + 1] ?? '' });
  }
  return applyReplacements(text, replacements);
}

describe('matching', () => {
  it('matches only whole words', () => {
    expect(replace('cat, concatenate, cats, Cat5 cat', 'cat', 'dog')).toBe('dog, concatenate, cats, Cat5 dog');
    expect(replace('élan lan', 'lan', 'X')).toBe('élan X');
  });

  it('ends a word at an apostrophe, a hyphen and punctuation', () => {
    expect(replace("post gres' post gres-like (post gres)", 'post gres', 'Postgres')).toBe(
      "Postgres' Postgres-like (Postgres)",
    );
  });

  it('ignores case in all scripts', () => {
    expect(replace('ΟΔΟΣ οδος Straße STRAẞE ÉTÉ', 'οδός', 'a', 'οδοσ', 'b', 'straße', 'c', 'été', 'd')).toBe(
      'b b c c d',
    );
  });

  it('distinguishes the dotless ı of Turkish from i', () => {
    expect(replace('sık sik SIK', 'sık', 'X')).toBe('X sik SIK');
  });

  it('matches any white space with a space in a phrase', () => {
    expect(replace('new york, New  York, new\nyork, new\u00A0york, newyork', ' new  york ', 'NYC')).toBe(
      'NYC, NYC, NYC, NYC, newyork',
    );
  });

  it('finds Chinese, Japanese and Thai phrases, and Latin words among them, without word boundaries', () => {
    expect(replace('我在北京工作', '北京', '上海')).toBe('我在上海工作');
    expect(replace('東京タワーへ', 'タワー', '塔')).toBe('東京塔へ');
    expect(replace('ไปกรุงเทพครับ', 'กรุงเทพ', 'เชียงใหม่')).toBe('ไปเชียงใหม่ครับ');
    expect(replace('我用python写', 'python', 'Python')).toBe('我用Python写');
    expect(replace('ใช่python', 'python', 'Python')).toBe('ใช่Python');
    expect(replace('ไม่python', 'python', 'Python')).toBe('ไม่Python');
  });

  it('does not separate a character from its combining marks', () => {
    expect(replace('e\u0301 e', 'e', 'X')).toBe('e\u0301 X');
    expect(replace('ก่ ก', 'ก', 'X')).toBe('ก่ X');
    expect(replace('👍🏽 👍', '👍', 'X')).toBe('👍🏽 X');
    expect(replace('👩‍👧 👧', '👧', 'X')).toBe('👩‍👧 X');
  });

  it('treats regex metacharacters literally', () => {
    expect(replace('c++ a.b axb (x) [y] $1 ^ \\d', 'c++', 'C++', 'a.b', '1', '(x)', '2', '[y]', '3', '\\d', '4')).toBe(
      'C++ 1 axb 2 3 $1 ^ 4',
    );
  });
});

describe('replacing', () => {
  it('inserts the replacement unchanged', () => {
    expect(replace('one', 'one', "$& $1 $$ $` \\0 $'")).toBe("$& $1 $$ $` \\0 $'");
  });

  it('prefers the longest phrase, whatever their order', () => {
    expect(replace('new york city, new york, new yorker', 'new', '1', 'new york city', '3', 'new york', '2')).toBe(
      '3, 2, 1 yorker',
    );
  });

  it('works from left to right', () => {
    expect(replace('a b c', 'a b', 'X', 'b c', 'Y')).toBe('X c');
  });

  it('does not replace within replacements', () => {
    expect(replace('a b', 'a', 'b', 'b', 'a')).toBe('b a');
    expect(replace('a', 'a', 'a a')).toBe('a a');
  });

  it('uses the first of two replacements for the same phrase', () => {
    expect(replace('Cat', 'cat', 'first', 'CAT', 'second')).toBe('first');
  });

  it('ignores empty phrases', () => {
    expect(replace('a b', '', 'X', '  ', 'Y')).toBe('a b');
  });
});

describe('in any text', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'é'), minLength: 1, maxLength: 3 });
  const separator = fc.constantFrom(' ', '  ', '\n', '.', '-', '$', '+ ');
  const words = fc.array(fc.tuple(word, separator), { maxLength: 12 }).map((parts) => parts.flat().join(''));
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
  const replacements = fc.uniqueArray(fc.record({ from: phrase, to: fc.string() }), {
    selector: ({ from }) => from.toUpperCase(),
  });

  /** The same with one pattern of all phrases, longest first. */
  function replaceByPattern(text: string, list: readonly Replacement[]): string {
    const longestFirst = list.toSorted((a, b) => b.from.length - a.from.length);
    const pattern = longestFirst.map(({ from }) => `(${from.replaceAll(' ', '\\s+')})`).join('|');
    if (pattern === '') return text;
    return text.replace(new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu'), (match, ...groups) => {
      const found = groups.slice(0, list.length).findIndex((group) => group !== undefined);
      return longestFirst[found]?.to ?? match;
    });
  }

  it('gives the same result as a regex of all phrases', () => {
    fc.assert(
      fc.property(words, replacements, (text, list) => {
        expect(applyReplacements(text, list)).toBe(replaceByPattern(text, list));
      }),
      { numRuns: 1_000 },
    );
  });

  it('changes only case and white space if each phrase is replaced by itself', () => {
    const folded = (value: string) => value.toUpperCase().replace(/\s+/g, ' ');
    fc.assert(
      fc.property(words, fc.array(phrase), (text, phrases) => {
        const same = phrases.map((from) => ({ from, to: from }));
        expect(folded(applyReplacements(text, same))).toBe(folded(text));
      }),
    );
  });

  it('keeps every character of a text without the phrases', () => {
    const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(applyReplacements(text, [{ from: `${text}x`, to: 'found' }])).toBe(text);
      }),
    );
  });
});

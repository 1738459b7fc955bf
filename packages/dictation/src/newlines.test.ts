import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyNewlinePolicy } from './newlines.ts';
import type { TargetKind } from './ports.ts';

const ONE_LINE_KINDS: TargetKind[] = ['single-line', 'terminal', 'chat', 'unknown'];
const KINDS: TargetKind[] = ['multi-line', ...ONE_LINE_KINDS];

describe('line breaks', () => {
  it('are kept in a multi-line field, as \\n', () => {
    expect(applyNewlinePolicy('one\r\ntwo\rthree\u2028four\u2029\nfive\vsix\fseven\u0085eight\n', 'multi-line')).toBe(
      'one\ntwo\nthree\nfour\n\nfive\nsix\nseven\neight\n',
    );
  });

  it.each(ONE_LINE_KINDS)('are replaced, with the white space around them, by one space: %s', (kind) => {
    expect(applyNewlinePolicy('one \r\n\r\n  two\n', kind)).toBe('one two ');
    expect(applyNewlinePolicy('\u00A0\u2028\u2029three', kind)).toBe(' three');
  });

  it('don’t reappear when a character between them is removed', () => {
    expect(applyNewlinePolicy('one\n\u0000\ntwo', 'terminal')).toBe('one two');
  });
});

describe('other white space', () => {
  it.each(KINDS)('is kept if there is no line break next to it: %s', (kind) => {
    expect(applyNewlinePolicy('one  two\u00A0!', kind)).toBe('one  two\u00A0!');
  });

  it('keeps its tabs only in a multi-line field', () => {
    expect(applyNewlinePolicy('one\ttwo', 'multi-line')).toBe('one\ttwo');
    for (const kind of ONE_LINE_KINDS) expect(applyNewlinePolicy('one\t\ttwo', kind)).toBe('one two');
  });
});

describe('control characters, direction overrides and isolates are removed', () => {
  it.each([
    ['the end of a bracketed paste', 'one\u001B[201~two', 'onetwo'],
    ['its short form', 'one\u009B201~two', 'onetwo'],
    ['one that appears when another is removed', 'one\u001B\u001B[201~[201~two', 'one[201~two'],
    ['a color', '\u001B[1;31mone\u001B[0m', 'one'],
    ['a lone escape', 'one\u001Btwo', 'onetwo'],
    ['a backspace, a bell, a delete and an interrupt', 'one\b\u0007\u007F\u0003two', 'onetwo'],
    ['a NUL', 'one\u0000two', 'onetwo'],
    ['control characters of the second set', 'one\u0080\u009D\u009Ftwo', 'onetwo'],
    ['an override of the direction', 'one\u202Etwo\u202C', 'onetwo'],
    ['an isolate', 'one\u2066two\u2069', 'onetwo'],
  ])('%s', (_, text, expected) => {
    for (const kind of KINDS) expect(applyNewlinePolicy(text, kind)).toBe(expected);
  });
});

it('text keeps accents, joiners, direction marks and emoji', () => {
  const text = 'e\u0301té 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می\u200Cخواهم \u200Fשלום\u200F 你好。';
  for (const kind of KINDS) expect(applyNewlinePolicy(text, kind)).toBe(text);
});

describe('in any text', () => {
  const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'one',
          ' ',
          '\u00A0',
          '\t',
          '\n',
          '\r',
          '\r\n',
          '\v',
          '\u0085',
          '\u2028',
          '\u001B',
          '[201~',
          '\u009B',
        ),
        fc.constantFrom('\u0000', '\u202E', '\u200F', '👍🏽'),
        fc.string({ unit: anyCharacter }),
      ),
    )
    .map((parts) => parts.join(''));
  const kind = fc.constantFrom(...KINDS);

  it('the user’s setting affects only line breaks', () => {
    fc.assert(
      fc.property(text, kind, (value, target) => {
        const kept = applyNewlinePolicy(value, target, 'keep');
        const spaced = applyNewlinePolicy(value, target, 'spaces');
        expect(kept).not.toMatch(target === 'multi-line' ? /(?![\t\n])\p{Cc}/u : /(?!\n)\p{Cc}/u);
        expect(spaced).not.toMatch(/\p{Cc}/u);
        const lines = applyNewlinePolicy(value, 'multi-line').split('\n').length;
        expect(kept.split('\n')).toHaveLength(lines);
      }),
    );
  });

  it('no control characters are left, nor line breaks where none are allowed', () => {
    fc.assert(
      fc.property(text, kind, (value, target) => {
        const fitted = applyNewlinePolicy(value, target);
        expect(fitted).not.toMatch(target === 'multi-line' ? /(?![\t\n])\p{Cc}/u : /\p{Cc}/u);
        expect(fitted).not.toMatch(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/);
      }),
    );
  });

  it('the policy is idempotent', () => {
    fc.assert(
      fc.property(text, kind, (value, target) => {
        const fitted = applyNewlinePolicy(value, target);
        expect(applyNewlinePolicy(fitted, target)).toBe(fitted);
      }),
    );
  });
});

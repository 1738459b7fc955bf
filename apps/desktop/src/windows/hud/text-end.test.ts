import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf, endOf } from './text-end.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 2_000 });

describe('the end of the text', () => {
  it('is the whole text if it is short', () => {
    expect(endOf('')).toBe('');
    expect(endOf('a'.repeat(500))).toBe('a'.repeat(500));
  });

  it('begins at the same place while the text grows by a few words', () => {
    const text = 'word '.repeat(151);
    expect(endOf(`${text}and more`)).toBe(`${endOf(text)}and more`);
  });

  it('has a limited length, but enough to fill the display', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const end = endOf(text);
        expect(text.endsWith(end)).toBe(true);
        expect(end.length).toBeGreaterThanOrEqual(Math.min(text.length, 500));
        expect(end.length).toBeLessThan(800);
      }),
    );
  });

  it('begins with a whole character', () => {
    const family = '👨‍👩‍👧‍👦';
    for (let offset = 0; offset < family.length; offset += 1) {
      const end = endOf('x'.repeat(offset) + family.repeat(100));
      expect(end.startsWith(family)).toBe(true);
    }
  });
});

describe('text direction', () => {
  it.each([
    ['', 'ltr'],
    ['hello', 'ltr'],
    ['… 12 שלום hello', 'rtl'],
    ['مرحبا', 'rtl'],
    ['𞤀𞤁𞤂', 'rtl'],
    ['hello שלום', 'ltr'],
    ['你好', 'ltr'],
  ])('of %j is %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chordSchema, formatChord, MODIFIERS, NAMED_KEYS, parseChord } from './chord.ts';
import { chordLabel } from './chord-label.ts';

const keys = fc.constantFrom('A', 'Z', '0', '9', 'F1', 'F24', ...NAMED_KEYS);

describe('a chord', () => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.subarray([...MODIFIERS], { minLength: 2 }), keys, (modifiers, key) => {
        expect(parseChord(formatChord({ modifiers, key }))).toEqual({ modifiers, key });
      }),
    );
  });

  it('has its modifiers in one order', () => {
    expect(chordSchema.parse('Shift+Control+Space')).toBe('Control+Shift+Space');
  });

  it('may be a function key alone', () => {
    expect(parseChord('F5')).toEqual({ modifiers: [], key: 'F5' });
    expect(parseChord('Shift+F5')).toEqual({ modifiers: ['Shift'], key: 'F5' });
  });

  test.each([
    '',
    'Space',
    'A',
    'Shift+A',
    'Control',
    'Control+',
    'Control+a',
    'Control+F25',
    'Hyper+A',
    'Control+Control+A',
  ])('%j is none', (text) => {
    expect(parseChord(text)).toBeUndefined();
    expect(chordSchema.safeParse(text).success).toBe(false);
  });

  it('reads as its platform writes it', () => {
    expect(chordLabel('Command+Shift+Space', 'mac')).toBe('⇧⌘Space');
    expect(chordLabel('Control+Shift+Space', 'other')).toBe('Ctrl+Shift+Space');
  });
});

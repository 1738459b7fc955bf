import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  chordSchema,
  formatChord,
  keyTraits,
  LONE_KEYS,
  MODIFIERS,
  NAMED_KEYS,
  parseChord,
  startChordSchema,
} from './chord.ts';
import { chordLabel } from './chord-label.ts';

const keys = fc.constantFrom('A', 'Z', '0', '9', 'F1', 'F24', ...NAMED_KEYS);

describe('a chord', () => {
  it('is parsed as it was formatted', () => {
    fc.assert(
      fc.property(fc.subarray([...MODIFIERS], { minLength: 2 }), keys, (modifiers, key) => {
        expect(parseChord(formatChord({ modifiers, key }))).toEqual({ modifiers, key });
      }),
    );
  });

  it('has its modifiers in a fixed order', () => {
    expect(chordSchema.parse('Shift+Control+Space')).toBe('Control+Shift+Space');
  });

  it('may be a single function key', () => {
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
  ])('is invalid: %j', (text) => {
    expect(parseChord(text)).toBeUndefined();
    expect(chordSchema.safeParse(text).success).toBe(false);
  });

  it('is displayed in the style of its platform', () => {
    expect(chordLabel('Command+Shift+Space', 'mac')).toBe('⇧⌘Space');
    expect(chordLabel('Control+Shift+Space', 'other')).toBe('Ctrl+Shift+Space');
  });
});

describe('a lone key', () => {
  test.each(LONE_KEYS)('%s can start dictations, and nothing else', (key) => {
    expect(parseChord(key)).toEqual({ modifiers: [], key });
    expect(startChordSchema.parse(key)).toBe(key);
    expect(chordSchema.safeParse(key).error?.issues[0]?.message).toContain('can’t be a single modifier');
  });

  test.each(['Control+RightShift', 'Shift+Mouse4', 'RightControl+A', 'Mouse1', 'Mouse2', 'Mouse6', 'RightFn'])(
    'cannot be %s',
    (text) => {
      expect(parseChord(text)).toBeUndefined();
      expect(startChordSchema.safeParse(text).success).toBe(false);
    },
  );

  it('is displayed in the style of its platform', () => {
    expect(chordLabel('RightControl', 'other')).toBe('Right Ctrl');
    expect(chordLabel('RightAlt', 'mac')).toBe('Right ⌥');
    expect(chordLabel('Mouse4', 'mac')).toBe('Mouse back button');
  });
});

test.each([
  ['RightControl', true, false],
  ['Fn', true, true],
  ['Mouse3', true, true],
  ['F9', false, true],
  ['Shift+F9', false, false],
  ['Control+Shift+Space', false, false],
])('%s (shared with other uses: %s, can insert while held: %s)', (written, shared, insertsWhileHolding) => {
  expect(keyTraits(written)).toEqual({ shared, insertsWhileHolding });
});

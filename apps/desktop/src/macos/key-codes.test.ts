import { describe, expect, it, test } from 'vitest';
import { americanKeyOf, chordKeyCodes, keyNamesOf, pasteKeyCode } from './key-codes.ts';
import { LAYOUTS, type LayoutName } from './testing/keyboard-tables.ts';

function pasteKeyIn(layout: LayoutName | undefined, asciiCapable: LayoutName = 'qwerty'): number {
  return pasteKeyCode({ current: layout && LAYOUTS[layout], asciiCapable: LAYOUTS[asciiCapable] });
}

/** Key codes, named by the keys of an American keyboard. */
const V = 0x09;
const PERIOD = 0x2f;
const T = 0x11;
const K = 0x28;
const A = 0x00;
const Q = 0x0c;

describe('The key for ⌘V', () => {
  it.each([
    ['qwerty', V],
    ['dvorak', PERIOD],
    ['dvorakQwertyCommand', V],
    ['azerty', V],
    ['russian', V],
  ] as const)('is where the layout %s has its v while Command is held', (layout, keyCode) => {
    expect(pasteKeyIn(layout)).toBe(keyCode);
  });

  it('is that of the ASCII-capable layout if the current one has no v', () => {
    expect(pasteKeyIn('cyrillicOnly')).toBe(V);
    expect(pasteKeyIn('cyrillicOnly', 'dvorak')).toBe(PERIOD);
  });

  it('is that of an American keyboard if the system reports no layout', () => {
    expect(pasteKeyCode({ current: undefined, asciiCapable: undefined })).toBe(V);
  });
});

describe('The key of a chord', () => {
  it.each([
    ['qwerty', 'T', [T]],
    ['dvorak', 'T', [K, T]],
    ['dvorakQwertyCommand', 'T', [T, K]],
    ['azerty', 'A', [Q, A]],
    ['russian', 'T', [T]],
  ] as const)('is found both where %s has %s and where an American keyboard has it', (layout, key, keyCodes) => {
    expect(chordKeyCodes(LAYOUTS[layout], { modifiers: ['Command', 'Shift'], key })).toEqual(keyCodes);
  });

  test('that has a name is the same in every layout', () => {
    for (const layout of Object.values(LAYOUTS)) {
      expect(chordKeyCodes(layout, { modifiers: ['Command', 'Shift'], key: 'Space' })).toEqual([0x31]);
      expect(chordKeyCodes(layout, { modifiers: [], key: 'F5' })).toEqual([0x60]);
    }
  });

  test('that no Mac keyboard has is not found', () => {
    expect(chordKeyCodes(LAYOUTS.qwerty, { modifiers: [], key: 'F24' })).toEqual([]);
  });
});

describe('The American equivalent of a chord’s key', () => {
  it.each([
    ['qwerty', 'T', 'T'],
    ['dvorak', 'T', 'K'],
    ['dvorak', 'S', ';'],
    ['dvorakQwertyCommand', 'T', 'T'],
    ['azerty', 'A', 'Q'],
    ['azerty', 'M', ';'],
    ['russian', 'T', 'T'],
  ] as const)('is the key at the position where %s has %s while Command is held', (layout, key, american) => {
    expect(americanKeyOf(LAYOUTS[layout], key)).toBe(american);
  });

  it('is the key itself if the layout lacks it or is unknown', () => {
    expect(americanKeyOf(LAYOUTS.cyrillicOnly, 'T')).toBe('T');
    expect(americanKeyOf(LAYOUTS.azerty, '1')).toBe('1');
    expect(americanKeyOf(undefined, 'T')).toBe('T');
  });

  it('is the key itself if it has a name', () => {
    for (const key of ['Space', 'F5', 'F24']) expect(americanKeyOf(LAYOUTS.dvorak, key)).toBe(key);
  });

  it('is undefined if an American keyboard lacks the key', () => {
    const besideShift = 0x0a;
    const layout = { characters: (keyCode: number) => (keyCode === besideShift ? 't' : '') };
    expect(americanKeyOf(layout, 'T')).toBeUndefined();
  });

  it('is one of the keys by which the chord is read', () => {
    for (const layout of Object.values(LAYOUTS)) {
      for (const key of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        const american = americanKeyOf(layout, key);
        const places = chordKeyCodes(layout, { modifiers: ['Command'], key });
        expect(places.map((place) => american && americanPlaceOf(american) === place)).toContain(true);
      }
    }
  });
});

describe('The names of keys by position', () => {
  it.each([
    ['qwerty', { KeyQ: 'Q', Digit1: '1' }],
    ['azerty', { KeyQ: 'A', Semicolon: 'M', Digit1: '1' }],
    ['dvorak', { KeyK: 'T', Semicolon: 'S' }],
    ['dvorakQwertyCommand', { KeyT: 'T' }],
    ['cyrillicOnly', { KeyT: 'T' }],
  ] as const)('include the letters and digits of %s', (layout, names) => {
    expect(keyNamesOf(LAYOUTS[layout])).toMatchObject(names);
  });

  it('omit positions with other characters', () => {
    expect(keyNamesOf(LAYOUTS.qwerty)).not.toHaveProperty('Semicolon');
    expect(keyNamesOf(LAYOUTS.azerty)).not.toHaveProperty('KeyM');
  });

  it('map back to the position that was pressed', () => {
    const qwerty = keyNamesOf(LAYOUTS.qwerty);
    const codeOf = (american: string) => Object.keys(qwerty).find((code) => qwerty[code] === american);
    const punctuation = { ';': 'Semicolon', ',': 'Comma', '.': 'Period', '/': 'Slash' } as Record<string, string>;
    for (const layout of [...Object.values(LAYOUTS), undefined]) {
      const names = Object.entries(keyNamesOf(layout));
      expect(names.length).toBeGreaterThan(30);
      for (const [code, key] of names) {
        const american = americanKeyOf(layout, key)!;
        expect(codeOf(american) ?? punctuation[american]).toBe(code);
      }
    }
  });
});

/** Finds a key's place on an American keyboard, using its layout. */
function americanPlaceOf(key: string): number | undefined {
  return Array.from({ length: 0x33 }, (_, place) => place).find(
    (place) => LAYOUTS.qwerty.characters(place, 0).toUpperCase() === key,
  );
}

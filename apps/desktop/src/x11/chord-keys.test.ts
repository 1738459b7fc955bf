import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseChord } from '../ipc/chord.ts';
import {
  findChordKeys,
  findKeycodes,
  findLockMasks,
  isChordPress,
  type KeyboardMapping,
  withLocks,
} from './chord-keys.ts';

const SHIFT = 1;
const LOCK = 2;
const CONTROL = 4;
const ALT = 8;
const NUM_LOCK = 16;
const SUPER = 64;
const SCROLL_LOCK = 128;

/** Some keys of a keyboard with an American and a French layout. */
const KEYSYMS: Record<number, readonly number[]> = {
  10: [0x31, 0x21, 0x26, 0x31],
  24: [0x71, 0x51, 0x61, 0x41],
  28: [0x74, 0x54, 0x74, 0x54],
  37: [0xffe3, 0, 0xffe3, 0],
  38: [0x61, 0x41, 0x71, 0x51],
  50: [0xffe1, 0, 0xffe1, 0],
  62: [0xffe2, 0, 0xffe2, 0],
  64: [0xffe9, 0xffe7, 0xffe9, 0xffe7],
  65: [0x20, 0, 0x20, 0],
  66: [0xffe5, 0, 0xffe5, 0],
  67: [0xffbe, 0, 0xffbe, 0],
  77: [0xff7f, 0, 0xff7f, 0],
  78: [0xff14, 0, 0xff14, 0],
  105: [0xffe4, 0, 0xffe4, 0],
  133: [0xffeb, 0, 0xffeb, 0],
};
const MODIFIERS = [
  [50, 62],
  [66, 0],
  [37, 105],
  [64, 0],
  [77, 0],
  [0, 0],
  [133, 0],
  [78, 0],
];

function keyboard(keysyms = KEYSYMS, modifiers = MODIFIERS): KeyboardMapping {
  return {
    minKeycode: 8,
    keysyms: Array.from({ length: 248 }, (_, index) => keysyms[8 + index] ?? [0, 0, 0, 0]),
    modifiers,
  };
}

function keysOf(chord: string, mapping = keyboard()) {
  return findChordKeys(mapping, parseChord(chord)!);
}

describe('the keys of a chord', () => {
  test('are its main key and both keys of each modifier', () => {
    expect(keysOf('Control+Shift+Space')).toEqual({
      keycodes: [65],
      modifierMask: CONTROL | SHIFT,
      modifierKeycodes: [
        [37, 105],
        [50, 62],
      ],
    });
  });

  test('belong to the modifiers that mean Alt and Command on this keyboard', () => {
    expect(keysOf('Command+Alt+F1')).toEqual({
      keycodes: [67],
      modifierMask: SUPER | ALT,
      modifierKeycodes: [[133], [64]],
    });
  });

  test('follow remapped modifiers', () => {
    const swapped = MODIFIERS.with(1, [37, 0]).with(2, [66, 105]);
    expect(keysOf('Control+T', keyboard(KEYSYMS, swapped))?.modifierKeycodes).toEqual([[66, 105]]);
  });

  test('are undefined if a modifier or the main key is missing', () => {
    expect(keysOf('Command+T', keyboard(KEYSYMS, MODIFIERS.with(6, [0, 0])))).toBeUndefined();
    expect(keysOf('Control+F24')).toBeUndefined();
  });

  test('are looked up in the first layout first, including with Shift', () => {
    expect(findKeycodes(keyboard(), 'A')).toEqual([38]);
    const french = keyboard({
      ...KEYSYMS,
      10: [0x26, 0x31, 0x26, 0x31],
      24: [0x61, 0x41, 0x61, 0x41],
      38: [0x71, 0x51],
    });
    expect(findKeycodes(french, 'A')).toEqual([24]);
    expect(findKeycodes(french, '1')).toEqual([10]);
  });

  test('are at their US positions on a keyboard without Latin letters', () => {
    const cyrillic = keyboard({ ...KEYSYMS, 28: [0x6c5, 0x6e5, 0x6c5, 0x6e5] });
    expect(findKeycodes(cyrillic, 'T')).toEqual([28]);
    expect(findKeycodes(cyrillic, 'M')).toEqual([58]);
  });

  test('include every key with the same symbol', () => {
    expect(findKeycodes(keyboard({ ...KEYSYMS, 200: [0x20, 0, 0x20, 0] }), 'Space')).toEqual([65, 200]);
  });
});

describe('locks', () => {
  test('are found on whichever modifiers they are mapped to', () => {
    expect(findLockMasks(keyboard())).toEqual([LOCK, NUM_LOCK, SCROLL_LOCK]);
    expect(findLockMasks(keyboard(KEYSYMS, MODIFIERS.with(4, [0, 0]).with(7, [0, 0])))).toEqual([LOCK]);
  });

  test('are grabbed in every combination', () => {
    expect(withLocks(CONTROL, [LOCK, NUM_LOCK]).toSorted((a, b) => a - b)).toEqual([
      CONTROL,
      CONTROL | LOCK,
      CONTROL | NUM_LOCK,
      CONTROL | LOCK | NUM_LOCK,
    ]);
  });

  test('are ignored: a press counts exactly if the server would have grabbed it', () => {
    const lockMasks = findLockMasks(keyboard());
    const keys = keysOf('Control+Shift+Space')!;
    const grabbed = withLocks(keys.modifierMask, lockMasks);
    fc.assert(
      fc.property(fc.nat(0xff), fc.constantFrom(28, 65), fc.nat(0xff), (modifiers, keycode, buttons) => {
        const isPress = isChordPress(keys, { keycode, modifiers: modifiers | (buttons << 8) }, lockMasks);
        expect(isPress).toBe(keycode === 65 && grabbed.includes(modifiers));
      }),
    );
  });
});

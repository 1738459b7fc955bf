import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Keymap } from './keymap.ts';
import { estimateTypingMs, keysymOf, planTyping, type TypingBatch } from './typing-plan.ts';

const FIRST = 8;

/** A keyboard with a few keys in two layouts, and the given number of spare ones. */
function keymapWith({ spare, group = 0 }: { spare: number; group?: number }): Keymap {
  return new Keymap(FIRST, rowsWith(spare), group);
}

function rowsWith(spare: number): number[][] {
  return [
    [0x61, 0x41, 0x6c1, 0x6e1],
    [0x62, 0x42, 0x20, 0x20],
    [0x20, 0, 0x20, 0],
    ...Array.from({ length: spare }, () => [0, 0, 0, 0]),
  ];
}

/** What a program reads if it looks each key up when it is pressed. */
function read(batches: readonly TypingBatch[], spare: number, group: number): string {
  const rows = rowsWith(spare);
  let text = '';
  for (const { remapped, keystrokes } of batches) {
    for (const [keycode, keysym] of remapped) rows[keycode - FIRST]!.fill(keysym);
    for (const { keycode, shift } of keystrokes) {
      const keysym = rows[keycode - FIRST]![2 * group + (shift ? 1 : 0)]!;
      text += String.fromCodePoint(keysym & 0xff_ffff);
    }
  }
  return text;
}

describe('typing', () => {
  test('uses the layout’s keys, and spare ones for the rest', () => {
    expect(planTyping('aB é', keymapWith({ spare: 2 }))).toEqual([
      {
        remapped: new Map([[11, 0xe9]]),
        keystrokes: [
          { keycode: 8, shift: false },
          { keycode: 9, shift: true },
          { keycode: 10, shift: false },
          { keycode: 11, shift: false },
        ],
      },
    ]);
  });

  test('reproduces the text, whatever characters it contains and however few spare keys there are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abAB ', 'é', 'ж', '漢', '😀', '\u200d', '€') }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 1 }),
        (text, spare, group) => {
          const batches = planTyping(text, keymapWith({ spare, group }))!;
          expect(read(batches, spare, group)).toBe(text);
        },
      ),
    );
  });

  test.each(['\t', '\u001b', '\r', '\ud83d'])('refuses %j, which is not text or would leave the field', (text) => {
    expect(planTyping(text, keymapWith({ spare: 2 }))).toBeUndefined();
  });

  test('refuses characters that the layout lacks if there are no spare keys', () => {
    expect(planTyping('é', keymapWith({ spare: 0 }))).toBeUndefined();
  });

  test('uses spare keys for everything in a layout that the core protocol does not report', () => {
    const [batch] = planTyping('ab', keymapWith({ spare: 2, group: 2 }))!;
    expect([...batch!.remapped.values()]).toEqual([0x61, 0x62]);
  });

  test('is estimated to take longer with more keys, and with more of them remapped', () => {
    const keymap = keymapWith({ spare: 2 });
    const [short, long, remapped] = ['a', 'ab', 'aé'].map((text) => estimateTypingMs(planTyping(text, keymap)!));
    expect(short).toBeLessThan(long!);
    expect(long).toBeLessThan(remapped!);
  });
});

test('Latin-1 characters have legacy keysyms, all others have Unicode keysyms', () => {
  expect(['a', 'é', '€', '😀'].map(keysymOf)).toEqual([0x61, 0xe9, 0x100_20ac, 0x101_f600]);
});

import type { Keymap, Keystroke } from './keymap.ts';
import { TYPING } from './tuning.ts';

/** Keys to press in order, after other keysyms have been given to some spare keys. */
export interface TypingBatch {
  /** Spare keycodes and their keysyms. */
  remapped: ReadonlyMap<number, number>;
  keystrokes: readonly Keystroke[];
}

/** Characters of Unicode that have no keysym of old. */
const UNICODE_KEYSYM = 0x0100_0000;

/**
 * How a text is typed: characters that the layout has by their keys, others by spare keys that are given their keysyms.
 * Where there are more of them than spare keys, these are given others in a further batch. Undefined if a character
 * can't be typed.
 */
export function planTyping(text: string, keymap: Keymap): TypingBatch[] | undefined {
  const spare = keymap.spareKeycodes();
  const batches: TypingBatch[] = [];
  let remapped = new Map<number, number>();
  let keystrokes: Keystroke[] = [];
  /** Keysyms to the spare keys that have them in this batch. */
  let keycodes = new Map<number, number>();
  for (const character of text) {
    const keysym = keysymOf(character);
    if (keysym === undefined) return undefined;
    const known = keymap.keystrokeOf(keysym);
    if (known) {
      keystrokes.push(known);
      continue;
    }
    if (!keycodes.has(keysym) && keycodes.size === spare.length) {
      if (spare.length === 0) return undefined;
      batches.push({ remapped, keystrokes });
      remapped = new Map();
      keystrokes = [];
      keycodes = new Map();
    }
    const keycode = keycodes.get(keysym) ?? spare[keycodes.size]!;
    keycodes.set(keysym, keycode);
    remapped.set(keycode, keysym);
    keystrokes.push({ keycode, shift: false });
  }
  return [...batches, { remapped, keystrokes }];
}

/** How long a plan takes, as estimated from trials, in milliseconds. */
export function estimateTypingMs(batches: readonly TypingBatch[]): number {
  const keys = batches.reduce((sum, { keystrokes }) => sum + keystrokes.length, 0);
  const changes = batches.reduce((sum, { remapped }) => sum + remapped.size, 0);
  return keys * TYPING.keyCostMs + changes * TYPING.mappingCostMs + batches.length * 2 * TYPING.mappingSettleMs;
}

/** The keysym of a character; undefined for control characters and for half a character. */
export function keysymOf(character: string): number | undefined {
  if (/^[\p{Cc}\p{Cs}]/u.test(character)) return undefined;
  const codePoint = character.codePointAt(0)!;
  return codePoint <= 0xff ? codePoint : UNICODE_KEYSYM + codePoint;
}

import type { Keymap, Keystroke } from './keymap.ts';
import { TYPING } from './tuning.ts';

/** Keys to press in order, after remapping some spare keys. */
export interface TypingBatch {
  /** New keysyms of spare keycodes. */
  remapped: ReadonlyMap<number, number>;
  keystrokes: readonly Keystroke[];
}

/** Base of the keysyms for Unicode characters without a legacy keysym. */
const UNICODE_KEYSYM = 0x0100_0000;

/**
 * Plans how to type a text: characters in the layout with their keys, others with spare keys that are remapped to them.
 * If there are more of those than spare keys, the keys are remapped again in further batches. Undefined if a character
 * can't be typed.
 */
export function planTyping(text: string, keymap: Keymap): TypingBatch[] | undefined {
  const spare = keymap.spareKeycodes();
  const batches: TypingBatch[] = [];
  let remapped = new Map<number, number>();
  let keystrokes: Keystroke[] = [];
  /** The spare key of each keysym in this batch. */
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

/** Returns the estimated duration of a plan in milliseconds, based on trials. */
export function estimateTypingMs(batches: readonly TypingBatch[]): number {
  const keys = batches.reduce((sum, { keystrokes }) => sum + keystrokes.length, 0);
  const changes = batches.reduce((sum, { remapped }) => sum + remapped.size, 0);
  return keys * TYPING.keyCostMs + changes * TYPING.mappingCostMs + batches.length * 2 * TYPING.mappingSettleMs;
}

/** Returns the keysym of a character; undefined for control characters and lone surrogates. */
export function keysymOf(character: string): number | undefined {
  if (/^[\p{Cc}\p{Cs}]/u.test(character)) return undefined;
  const codePoint = character.codePointAt(0)!;
  return codePoint <= 0xff ? codePoint : UNICODE_KEYSYM + codePoint;
}

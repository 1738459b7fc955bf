import { z } from 'zod';

/** What a key combination is for. */
export const CHORD_ACTIONS = ['hold', 'toggle', 'cancel', 'pasteLast'] as const;
export type ChordAction = (typeof CHORD_ACTIONS)[number];

/** In the order in which they are written. */
export const MODIFIERS = ['Command', 'Control', 'Alt', 'Shift'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** A key with its modifiers, held together. Only a function key may have none. */
export interface Chord {
  /** In the order of `MODIFIERS`. */
  modifiers: readonly Modifier[];
  /** `A` to `Z`, `0` to `9`, `F1` to `F24`, or a name of `NAMED_KEYS`. */
  key: string;
}

/** Keys that are named by a word. */
export const NAMED_KEYS = [
  'Space',
  'Tab',
  'Enter',
  'Backspace',
  'Delete',
  'Insert',
  'Escape',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Up',
  'Down',
  'Left',
  'Right',
] as const;

const FUNCTION_KEY = /^F([1-9]|1\d|2[0-4])$/;
const CHARACTER_KEY = /^[A-Z0-9]$/;

/** Reads `Control+Shift+Space` and the like, modifiers in any order; `undefined` for what is no chord. */
export function parseChord(text: string): Chord | undefined {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const modifiers = MODIFIERS.filter((modifier) => parts.includes(modifier));
  if (modifiers.length !== parts.length || !isKey(key)) return undefined;
  // A function key does nothing by itself; every other key is for typing.
  if (modifiers.length === 0 && !FUNCTION_KEY.test(key)) return undefined;
  if (modifiers.length === 1 && modifiers[0] === 'Shift' && !FUNCTION_KEY.test(key)) return undefined;
  return { modifiers, key };
}

/** Writes a chord as `parseChord` reads it. */
export function formatChord({ modifiers, key }: Chord): string {
  return [...modifiers, key].join('+');
}

function isKey(key: string): boolean {
  return CHARACTER_KEY.test(key) || FUNCTION_KEY.test(key) || (NAMED_KEYS as readonly string[]).includes(key);
}

/** The written form of a chord, with its modifiers in order. */
export const chordSchema = z.string().transform((text, context) => {
  const chord = parseChord(text);
  if (chord) return formatChord(chord);
  context.addIssue('needs Command, Control or Alt (Option) with another key, or a function key.');
  return z.NEVER;
});

import { z } from 'zod';

/** The actions a key combination can have. */
export const CHORD_ACTIONS = ['hold', 'send', 'edit', 'toggle', 'cancel', 'pasteLast'] as const;
export type ChordAction = (typeof CHORD_ACTIONS)[number];

/** In the order in which they are written. */
export const MODIFIERS = ['Command', 'Control', 'Alt', 'Shift'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** A key with its modifiers, held together. Only function keys and lone keys may have none. */
export interface Chord {
  /** In the order of `MODIFIERS`. */
  modifiers: readonly Modifier[];
  /** `A` to `Z`, `0` to `9`, `F1` to `F24`, a name of `NAMED_KEYS` or, without modifiers, of `LONE_KEYS`. */
  key: string;
}

/** Modifiers pressed alone. */
export const LONE_MODIFIERS = [
  'LeftControl',
  'LeftAlt',
  'LeftShift',
  'LeftCommand',
  'RightControl',
  'RightAlt',
  'RightShift',
  'RightCommand',
] as const;
export type LoneModifier = (typeof LONE_MODIFIERS)[number];

/** The mouse's middle, back and forward buttons. */
export const MOUSE_BUTTONS = ['Mouse3', 'Mouse4', 'Mouse5'] as const;
export type MouseButton = (typeof MOUSE_BUTTONS)[number];

/** Keys that can dictate on their own although programs use them in combinations. `Fn` exists only on Macs. */
export const LONE_KEYS = [...LONE_MODIFIERS, 'Fn', ...MOUSE_BUTTONS] as const;
export type LoneKey = (typeof LONE_KEYS)[number];

/** Keys with a name instead of a character. */
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

/** Parses chords such as `Control+Shift+Space`, with modifiers in any order; `undefined` if it isn't a chord. */
export function parseChord(text: string): Chord | undefined {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  if (parts.length === 0 && isLoneKey(key)) return { modifiers: [], key };
  const modifiers = MODIFIERS.filter((modifier) => parts.includes(modifier));
  if (modifiers.length !== parts.length || !isKey(key)) return undefined;
  // A function key does nothing on its own; every other key is for typing.
  if (modifiers.length === 0 && !FUNCTION_KEY.test(key)) return undefined;
  if (modifiers.length === 1 && modifiers[0] === 'Shift' && !FUNCTION_KEY.test(key)) return undefined;
  return { modifiers, key };
}

/** Formats a chord the way `parseChord` reads it. */
export function formatChord({ modifiers, key }: Chord): string {
  return [...modifiers, key].join('+');
}

/** Returns whether a chord's key is one of `LONE_KEYS`. */
export function isLoneKey(key: string): key is LoneKey {
  return (LONE_KEYS as readonly string[]).includes(key);
}

/** Returns whether an action may have a lone key: only those that start a dictation may. */
export function takesLoneKey(action: ChordAction): boolean {
  return action !== 'cancel' && action !== 'pasteLast';
}

/** Returns the traits of a key that decide what may be done while it is down. */
export function keyTraits(written: string): { shared: boolean; insertsWhileHolding: boolean } {
  const chord = parseChord(written);
  if (!chord) return { shared: false, insertsWhileHolding: false };
  const isModifier = chord.modifiers.length > 0 || (LONE_MODIFIERS as readonly string[]).includes(chord.key);
  return { shared: isLoneKey(chord.key), insertsWhileHolding: !isModifier };
}

function isKey(key: string): boolean {
  return CHARACTER_KEY.test(key) || FUNCTION_KEY.test(key) || (NAMED_KEYS as readonly string[]).includes(key);
}

/** A chord in its written form; puts its modifiers in order. */
export const chordSchema = z.string().transform((text, context) => {
  const chord = parseChord(text);
  if (chord && !isLoneKey(chord.key)) return formatChord(chord);
  context.addIssue(
    chord
      ? 'can’t be a single modifier or a mouse button. Only the keys that start a dictation can be.'
      : 'needs Command, Control or Alt (Option) with another key, or a function key.',
  );
  return z.NEVER;
});

/** The same for actions that start a dictation, which may have a lone key. */
export const startChordSchema = z.string().transform((text, context) => {
  const chord = parseChord(text);
  if (chord) return formatChord(chord);
  context.addIssue(
    'needs Command, Control or Alt (Option) with another key, a function key, a single modifier such as RightControl, or a mouse button (Mouse3, Mouse4, Mouse5).',
  );
  return z.NEVER;
});

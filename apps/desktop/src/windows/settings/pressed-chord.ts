import { type Chord, formatChord, NAMED_KEYS, parseChord } from '../../channel/chord.ts';

/** What a key press says of a chord; a part of the browser's event. */
export interface KeyPress {
  /** The key by its place on the keyboard, whatever it types there. */
  code: string;
  /** What it types. */
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

type PressedChord =
  | { type: 'chord'; chord: string }
  /** Modifiers alone: the key is still to come. */
  | { type: 'incomplete'; modifiers: string[] }
  /** Escape alone. */
  | { type: 'leave' }
  | { type: 'invalid'; reason: 'no-modifier' | 'unknown-key' };

const MODIFIER_CODE = /^(Meta|Control|Alt|Shift|OS)(Left|Right)?$/;

/** Reads a key press as a new chord. */
export function readPressedChord(press: KeyPress): PressedChord {
  const modifiers = modifiersOf(press);
  if (MODIFIER_CODE.test(press.code)) return { type: 'incomplete', modifiers: [...modifiers] };
  if (press.code === 'Escape' && modifiers.length === 0) return { type: 'leave' };
  const key = keyOf(press);
  if (key === undefined) return { type: 'invalid', reason: 'unknown-key' };
  const chord = formatChord({ modifiers, key });
  return parseChord(chord) ? { type: 'chord', chord } : { type: 'invalid', reason: 'no-modifier' };
}

/** In the order in which chords are written. */
function modifiersOf({ metaKey, ctrlKey, altKey, shiftKey }: KeyPress): Chord['modifiers'] {
  const held = [
    ['Command', metaKey],
    ['Control', ctrlKey],
    ['Alt', altKey],
    ['Shift', shiftKey],
  ] as const;
  return held.filter(([, isHeld]) => isHeld).map(([modifier]) => modifier);
}

/**
 * A key's name in a chord: the letter that it types, as it stands on the key; for other keys, or where it types none of
 * the Latin alphabet, by its place. `undefined` for keys that chords don't have.
 */
function keyOf({ code, key }: KeyPress): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const character = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  if (character) return character[1] ?? character[2];
  if (/^F\d+$/.test(code)) return code;
  const name = code.replace(/^Arrow/, '');
  return (NAMED_KEYS as readonly string[]).includes(name) ? name : undefined;
}

import {
  type Chord,
  formatChord,
  type LoneModifier,
  type MouseButton,
  NAMED_KEYS,
  parseChord,
} from '../../ipc/chord.ts';
import type { SettingsView } from '../../ipc/settings-messages.ts';

/** The parts of the browser's key event that make up a chord. */
export interface KeyPress {
  /** The key by its position, whatever it types. */
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

const LONE_MODIFIER_CODES: Readonly<Record<string, LoneModifier>> = {
  ControlLeft: 'LeftControl',
  ControlRight: 'RightControl',
  AltLeft: 'LeftAlt',
  AltRight: 'RightAlt',
  ShiftLeft: 'LeftShift',
  ShiftRight: 'RightShift',
  MetaLeft: 'LeftCommand',
  MetaRight: 'RightCommand',
  OSLeft: 'LeftCommand',
  OSRight: 'RightCommand',
};
const MOUSE_BUTTONS_BY_NUMBER: Readonly<Record<number, MouseButton>> = { 1: 'Mouse3', 3: 'Mouse4', 4: 'Mouse5' };

const MODIFIER_CODE = /^(Meta|Control|Alt|Shift|OS)(Left|Right)?$/;

/** Reads a key press as a new chord. `keyNames`: letters and digits by key position, if presses don't include them. */
export function readPressedChord(press: KeyPress, keyNames: SettingsView['keyNames'] = null): PressedChord {
  const modifiers = modifiersOf(press);
  if (MODIFIER_CODE.test(press.code)) return { type: 'incomplete', modifiers: [...modifiers] };
  if (press.code === 'Escape' && modifiers.length === 0) return { type: 'leave' };
  const key = keyOf(press, keyNames);
  if (key === undefined) return { type: 'invalid', reason: 'unknown-key' };
  const chord = formatChord({ modifiers, key });
  return parseChord(chord) ? { type: 'chord', chord } : { type: 'invalid', reason: 'no-modifier' };
}

/** Returns the lone key for a modifier's position; undefined for other keys. */
export function loneModifierOf(code: string): LoneModifier | undefined {
  return LONE_MODIFIER_CODES[code];
}

/** Returns the lone key for a mouse button in the browser's numbering; undefined for the buttons used for clicking. */
export function mouseButtonOf(button: number): MouseButton | undefined {
  return MOUSE_BUTTONS_BY_NUMBER[button];
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
 * Returns a key's name in a chord: the letter it types, in upper case; for other keys, or if it doesn't type a Latin
 * letter, its position. `undefined` for keys that chords can't contain. On a Mac, where Option turns letters into other
 * characters, only the position counts, as named by the system.
 */
function keyOf({ code, key }: KeyPress, keyNames: SettingsView['keyNames']): string | undefined {
  const character = keyNames ? keyNames[code] : characterOf(code, key);
  if (character !== undefined) return character;
  if (/^F\d+$/.test(code)) return code;
  const name = code.replace(/^Arrow/, '');
  return (NAMED_KEYS as readonly string[]).includes(name) ? name : undefined;
}

function characterOf(code: string, key: string): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const character = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  return character?.[1] ?? character?.[2];
}

import type { Chord, LoneKey, LoneModifier, Modifier, MouseButton, NAMED_KEYS } from '../ipc/chord.ts';

/** The keyboard's layout, as the server reports it. */
export interface KeyboardMapping {
  /** The first row's keycode. */
  minKeycode: number;
  /** A row of keysyms for each keycode: two for the first layout, two for the second, then those of further levels. */
  keysyms: readonly (readonly number[])[];
  /** The keycodes of Shift, Lock, Control and Mod1 to Mod5, padded with 0. */
  modifiers: readonly (readonly number[])[];
}

/** A chord's keys on this keyboard. */
export interface ChordKeys {
  /** The keys that count as its main key; usually one. */
  keycodes: readonly number[];
  /** Bit mask of its modifiers. */
  modifierMask: number;
  /** Each modifier's keys, left and right. */
  modifierKeycodes: readonly (readonly number[])[];
}

/** A lone key on this keyboard: the keycodes of its keys, or its mouse button as a `buttonCode`. */
export interface LoneKeys {
  codes: readonly number[];
  /** The mouse button, in the server's numbering; undefined for a key of the keyboard. */
  button: number | undefined;
}

/** The modifier bits in an event's state. */
const MODIFIER_BITS = 0xff;
const SHIFT = 0;
const LOCK = 1;
const CONTROL = 2;
const FIRST_MEANT_BY_KEYS = 3;

/** The keysyms that give Mod1 to Mod5 their meaning, from the X protocol's list. */
const KEYSYM = {
  Alt: [0xffe9, 0xffea],
  Super: [0xffeb, 0xffec],
  NumLock: [0xff7f],
  ScrollLock: [0xff14],
} as const;

/** The keysyms of keys that chords name with a word. */
const NAMED_KEYSYMS: Readonly<Record<(typeof NAMED_KEYS)[number], number>> = {
  Space: 0x20,
  Tab: 0xff09,
  Enter: 0xff0d,
  Backspace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  Escape: 0xff1b,
  Home: 0xff50,
  End: 0xff57,
  PageUp: 0xff55,
  PageDown: 0xff56,
  Up: 0xff52,
  Down: 0xff54,
  Left: 0xff51,
  Right: 0xff53,
};
const KEYSYM_F1 = 0xffbe;

/** The keysyms of modifiers pressed alone; on many keyboards the right Alt key is AltGr, with a keysym of its own. */
const LONE_KEYSYMS: Readonly<Record<LoneModifier, readonly number[]>> = {
  LeftControl: [0xffe3],
  LeftAlt: [0xffe9],
  LeftShift: [0xffe1],
  LeftCommand: [0xffeb],
  RightControl: [0xffe4],
  RightAlt: [0xffea, 0xfe03],
  RightShift: [0xffe2],
  RightCommand: [0xffec],
};

const BUTTONS_FROM = 0x100;

/** In the server's numbering; 4 to 7 are the wheel. */
const BUTTONS: Readonly<Record<MouseButton, number>> = { Mouse3: 2, Mouse4: 8, Mouse5: 9 };

/** Columns of a keysym row: the first layout without and with Shift, then the second. */
const COLUMNS = [0, 1, 2, 3];

/** Positions of letters and digits on an American keyboard: the first keycode of each row (evdev's numbers). */
const AMERICAN_ROWS = [
  [10, '1234567890'],
  [24, 'QWERTYUIOP'],
  [38, 'ASDFGHJKL'],
  [52, 'ZXCVBNM'],
] as const;

/**
 * Returns the keycodes of a chord's key, none if the keyboard lacks it. A key is identified by what it types without
 * Shift, with the first of two layouts taking precedence. If no layout has the letter (as on a Cyrillic one), its
 * position on an American keyboard counts, as it does for other programs' shortcuts.
 */
export function findKeycodes(mapping: KeyboardMapping, key: string): number[] {
  const keysym = keysymOf(key);
  for (const column of COLUMNS) {
    const keycodes = mapping.keysyms.flatMap((row, index) =>
      row[column] === keysym ? [mapping.minKeycode + index] : [],
    );
    if (keycodes.length > 0) return keycodes;
  }
  return AMERICAN_ROWS.flatMap(([first, keys]) => (keys.includes(key) ? [first + keys.indexOf(key)] : []));
}

/** Returns a chord's keys; undefined if the keyboard lacks one. */
export function findChordKeys(mapping: KeyboardMapping, chord: Chord): ChordKeys | undefined {
  const keycodes = findKeycodes(mapping, chord.key);
  const rows = chord.modifiers.map((modifier) => rowOf(mapping, modifier));
  const modifierKeycodes = rows.map((row) => keycodesOfRow(mapping, row));
  if (keycodes.length === 0 || modifierKeycodes.some((codes) => codes.length === 0)) return undefined;
  return { keycodes, modifierMask: rows.reduce((mask, row) => mask | (1 << row), 0), modifierKeycodes };
}

/** Returns a button's code. Buttons are treated as keys, numbered beyond all keycodes. */
export function buttonCode(button: number): number {
  return BUTTONS_FROM + button;
}

export function isButtonCode(code: number): boolean {
  return code >= BUTTONS_FROM;
}

/** Returns a lone key's keys, or its button; undefined if it has neither. */
export function findLoneKeys(mapping: KeyboardMapping, key: LoneKey): LoneKeys | undefined {
  if (key === 'Mouse3' || key === 'Mouse4' || key === 'Mouse5') {
    const button = BUTTONS[key];
    return { codes: [buttonCode(button)], button };
  }
  // The keyboard handles Fn itself.
  if (key === 'Fn') return undefined;
  const codes = mapping.keysyms.flatMap(([keysym = 0], index) =>
    LONE_KEYSYMS[key].includes(keysym) ? [mapping.minKeycode + index] : [],
  );
  return codes.length > 0 ? { codes, button: undefined } : undefined;
}

/** Returns the masks of the modifiers that only toggle something: Caps Lock, Num Lock, Scroll Lock. */
export function findLockMasks(mapping: KeyboardMapping): number[] {
  const rows = [LOCK, rowWith(mapping, KEYSYM.NumLock), rowWith(mapping, KEYSYM.ScrollLock)];
  return [...new Set(rows.filter((row) => row >= 0))].map((row) => 1 << row);
}

/** Returns a chord's modifiers in every combination with locks that may be on: all have to be grabbed for each key. */
export function withLocks(modifierMask: number, lockMasks: readonly number[]): number[] {
  const masks = new Set([modifierMask]);
  for (const lock of lockMasks) for (const mask of [...masks]) masks.add(mask | lock);
  return [...masks];
}

/** Whether a key press, with the modifiers that its event reports, completes the chord. */
export function isChordPress(
  { keycodes, modifierMask }: ChordKeys,
  press: { keycode: number; modifiers: number },
  lockMasks: readonly number[],
): boolean {
  const locks = lockMasks.reduce((mask, lock) => mask | lock, 0) & ~modifierMask;
  return keycodes.includes(press.keycode) && (press.modifiers & MODIFIER_BITS & ~locks) === modifierMask;
}

/** Whether each of the chord's modifiers is down. */
export function areModifiersDown({ modifierKeycodes }: ChordKeys, keysDown: ReadonlySet<number>): boolean {
  return modifierKeycodes.every((keycodes) => keycodes.some((keycode) => keysDown.has(keycode)));
}

/** The keysym of a chord's key, without Shift. */
function keysymOf(key: string): number {
  const named: number | undefined = (NAMED_KEYSYMS as Readonly<Record<string, number>>)[key];
  if (named !== undefined) return named;
  if (key.length > 1) return KEYSYM_F1 + Number(key.slice(1)) - 1;
  // The keysyms of letters and digits are their Latin-1 codes.
  return key.toLowerCase().charCodeAt(0);
}

/** A modifier's row in the mapping, which is also its bit; -1 if no key has that modifier. */
function rowOf(mapping: KeyboardMapping, modifier: Modifier): number {
  switch (modifier) {
    case 'Shift':
      return SHIFT;
    case 'Control':
      return CONTROL;
    case 'Alt':
      return rowWith(mapping, KEYSYM.Alt);
    case 'Command':
      return rowWith(mapping, KEYSYM.Super);
  }
}

function rowWith(mapping: KeyboardMapping, keysyms: readonly number[]): number {
  return mapping.modifiers.findIndex(
    (_, row) =>
      row >= FIRST_MEANT_BY_KEYS &&
      keycodesOfRow(mapping, row).some((keycode) =>
        mapping.keysyms[keycode - mapping.minKeycode]?.some((keysym) => keysyms.includes(keysym)),
      ),
  );
}

function keycodesOfRow(mapping: KeyboardMapping, row: number): number[] {
  return (mapping.modifiers[row] ?? []).filter((keycode) => keycode !== 0);
}

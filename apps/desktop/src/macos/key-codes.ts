import type { Chord } from '../ipc/chord.ts';

/** Virtual key codes, from `HIToolbox/Events.h` (kVK_…): places on the keyboard, not what is printed on the keys. */

/** The Return key (kVK_Return), which is the same in every layout. */
export const RETURN_KEY_CODE = 0x24;

/** Letters and digits where an American keyboard has them (kVK_ANSI_…). */
const AMERICAN: Readonly<Record<string, number>> = {
  A: 0x00,
  S: 0x01,
  D: 0x02,
  F: 0x03,
  H: 0x04,
  G: 0x05,
  Z: 0x06,
  X: 0x07,
  C: 0x08,
  V: 0x09,
  B: 0x0b,
  Q: 0x0c,
  W: 0x0d,
  E: 0x0e,
  R: 0x0f,
  Y: 0x10,
  T: 0x11,
  1: 0x12,
  2: 0x13,
  3: 0x14,
  4: 0x15,
  6: 0x16,
  5: 0x17,
  9: 0x19,
  7: 0x1a,
  8: 0x1c,
  0: 0x1d,
  O: 0x1f,
  U: 0x20,
  I: 0x22,
  P: 0x23,
  L: 0x25,
  J: 0x26,
  K: 0x28,
  N: 0x2d,
  M: 0x2e,
};

/** An American keyboard's punctuation by place, with the place's browser name: UI Events KeyboardEvent code Values. */
const AMERICAN_PUNCTUATION: readonly (readonly [place: number, character: string, code: string])[] = [
  [0x18, '=', 'Equal'],
  [0x1b, '-', 'Minus'],
  [0x1e, ']', 'BracketRight'],
  [0x21, '[', 'BracketLeft'],
  [0x27, "'", 'Quote'],
  [0x29, ';', 'Semicolon'],
  [0x2a, '\\', 'Backslash'],
  [0x2b, ',', 'Comma'],
  [0x2c, '/', 'Slash'],
  [0x2f, '.', 'Period'],
  [0x32, '`', 'Backquote'],
];

const AMERICAN_BY_PLACE: ReadonlyMap<number, string> = new Map([
  ...Object.entries(AMERICAN).map(([key, place]) => [place, key] as const),
  ...AMERICAN_PUNCTUATION.map(([place, character]) => [place, character] as const),
]);

const CODE_BY_PLACE: ReadonlyMap<number, string> = new Map([
  ...Object.entries(AMERICAN).map(([key, place]) => [place, `${/\d/.test(key) ? 'Digit' : 'Key'}${key}`] as const),
  ...AMERICAN_PUNCTUATION.map(([place, , code]) => [place, code] as const),
]);

/** Keys that are the same in every layout. `Insert` is where a Mac keyboard has Help. F21 to F24 have no code. */
const NAMED: Readonly<Record<string, number>> = {
  Space: 0x31,
  Tab: 0x30,
  Enter: 0x24,
  Backspace: 0x33,
  Delete: 0x75,
  Insert: 0x72,
  Escape: 0x35,
  Home: 0x73,
  End: 0x77,
  PageUp: 0x74,
  PageDown: 0x79,
  Up: 0x7e,
  Down: 0x7d,
  Left: 0x7b,
  Right: 0x7c,
  F1: 0x7a,
  F2: 0x78,
  F3: 0x63,
  F4: 0x76,
  F5: 0x60,
  F6: 0x61,
  F7: 0x62,
  F8: 0x64,
  F9: 0x65,
  F10: 0x6d,
  F11: 0x67,
  F12: 0x6f,
  F13: 0x69,
  F14: 0x6b,
  F15: 0x71,
  F16: 0x6a,
  F17: 0x40,
  F18: 0x4f,
  F19: 0x50,
  F20: 0x5a,
};

/** The keys that type characters, up to the space bar; those of the numeric keypad come after it. */
const WRITING_KEYS = Array.from({ length: 0x32 + 1 }, (_, keyCode) => keyCode);

const V_ON_AMERICAN = 0x09;

/** Modifiers as `UCKeyTranslate` takes them: those of an `EventRecord`, shifted right by 8 bits. */
const NO_MODIFIER = 0;
const COMMAND = 1;

/** What the keys of a layout type. */
export interface KeyboardLayout {
  /** Returns what a key types with the given modifiers (`UCKeyTranslate`'s bits); empty if nothing. */
  characters(keyCode: number, modifiers: number): string;
}

/**
 * Returns the keys that may be a chord's main key: where the layout has its character, with and without Command, and
 * where an American keyboard has it, since the system's hot keys go by place. All of them can be checked: while one is
 * held, nobody presses another.
 */
export function chordKeyCodes(layout: KeyboardLayout | undefined, { key }: Chord): number[] {
  const named = NAMED[key];
  if (named !== undefined) return [named];
  const american = AMERICAN[key];
  return [...new Set([...placesOf(layout, key), ...(american === undefined ? [] : [american])])];
}

/** Returns the American keyboard's key where the layout has a chord's key: see `MacKeyboard.americanKey`. */
export function americanKeyOf(layout: KeyboardLayout | undefined, key: string): string | undefined {
  const [place] = AMERICAN[key] === undefined ? [] : placesOf(layout, key);
  return place === undefined ? key : AMERICAN_BY_PLACE.get(place);
}

/**
 * Returns the letters and digits of chords by their places in the layout, named as in browsers (`KeyboardEvent.code`).
 * Pressing one of these places means the key that `americanKeyOf` finds there.
 */
export function keyNamesOf(layout: KeyboardLayout | undefined): Record<string, string> {
  const names: Record<string, string> = {};
  const nameThere = (place: number | undefined, key: string) => {
    const code = place === undefined ? undefined : CODE_BY_PLACE.get(place);
    if (code !== undefined) names[code] ??= key;
  };
  const keys = Object.entries(AMERICAN).map(([key, american]) => ({ key, american, places: placesOf(layout, key) }));
  for (const { key, places } of keys) nameThere(places[0], key);
  for (const { key, american, places } of keys) if (places.length === 0) nameThere(american, key);
  return names;
}

/**
 * Returns the key for ⌘V: the one that types v while Command is held, since Command changes some layouts. If the layout
 * has no v, the Latin layout that the system keeps alongside decides, as it does for menu shortcuts; failing that, the
 * place of V on an American keyboard.
 */
export function pasteKeyCode(layouts: {
  current: KeyboardLayout | undefined;
  asciiCapable: KeyboardLayout | undefined;
}): number {
  for (const layout of [layouts.current, layouts.asciiCapable]) {
    const [keyCode] = layout ? keysThatWrite(layout, 'v', COMMAND) : [];
    if (keyCode !== undefined) return keyCode;
  }
  return V_ON_AMERICAN;
}

/** Returns where a layout has a letter or digit; places with Command held come first. */
function placesOf(layout: KeyboardLayout | undefined, key: string): number[] {
  if (!layout) return [];
  return [COMMAND, NO_MODIFIER].flatMap((modifiers) => keysThatWrite(layout, key.toLowerCase(), modifiers));
}

function keysThatWrite(layout: KeyboardLayout, character: string, modifiers: number): number[] {
  return WRITING_KEYS.filter((keyCode) => layout.characters(keyCode, modifiers).toLowerCase() === character);
}

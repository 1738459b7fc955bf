import type { KeyboardLayout } from '../key-codes.ts';

/** Key codes of the three rows of letters, with the punctuation to their right: `HIToolbox/Events.h`. */
const ROWS = [
  [0x0c, 0x0d, 0x0e, 0x0f, 0x11, 0x10, 0x20, 0x22, 0x1f, 0x23],
  [0x00, 0x01, 0x02, 0x03, 0x05, 0x04, 0x26, 0x28, 0x25, 0x29],
  [0x06, 0x07, 0x08, 0x09, 0x0b, 0x2d, 0x2e, 0x2b, 0x2f, 0x2c],
];
/** HIToolbox/Events.h, `kVK_Return`: the same in every layout. */
const RETURN = 0x24;
/** HIToolbox/Events.h, `cmdKey`, shifted by eight bits. */
const COMMAND = 1;

/**
 * What the keys of macOS layouts type without modifiers, row by row. Undocumented: assumed, see docs/verification.md,
 * "On a Mac".
 */
const QWERTY = ['qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'];
const DVORAK = ["',.pyfgcrl", 'aoeuidhtns', ';qjkxbmwvz'];
const AZERTY = ['azertyuiop', 'qsdfghjklm', 'wxcvbn,;:='];
const RUSSIAN = ['йцукенгшщз', 'фывапролдж', 'ячсмитьбю.'];

function layoutOf(plain: readonly string[], withCommand = plain): KeyboardLayout {
  const keyCodes = ROWS.flat();
  return {
    characters: (keyCode, modifiers) =>
      keyCode === RETURN
        ? '\n'
        : ((modifiers & COMMAND ? withCommand : plain).join('')[keyCodes.indexOf(keyCode)] ?? ''),
  };
}

export const LAYOUTS = {
  qwerty: layoutOf(QWERTY),
  dvorak: layoutOf(DVORAK),
  /** "Dvorak – QWERTY ⌘": a different layout while Command is held. */
  dvorakQwertyCommand: layoutOf(DVORAK, QWERTY),
  azerty: layoutOf(AZERTY),
  /** Latin letters while Command is held, as in Apple's Cyrillic layouts. */
  russian: layoutOf(RUSSIAN, QWERTY),
  /** Like layouts that users add themselves: no Latin letters at all. */
  cyrillicOnly: layoutOf(RUSSIAN),
};
export type LayoutName = keyof typeof LAYOUTS;

import { expect, test } from 'vitest';
import { MODIFIERS, NAMED_KEYS, parseChord } from '../ipc/chord.ts';
import { acceleratorOf } from './hotkeys-accelerator.ts';

const american = (key: string) => key;

/** From the list of keys in Electron's page on accelerators. */
const ELECTRON_KEYS = new Set([
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
  ...['Space', 'Tab', 'Backspace', 'Delete', 'Insert', 'Return', 'Enter', 'Up', 'Down', 'Left', 'Right'],
  ...['Home', 'End', 'PageUp', 'PageDown', 'Escape', 'Esc'],
]);

test('every chord key that exists on a Mac is spelled as in an accelerator', () => {
  const functionKeys = Array.from({ length: 20 }, (_, index) => `F${index + 1}`);
  const keys = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ...functionKeys, ...NAMED_KEYS];
  for (const key of keys) {
    expect(ELECTRON_KEYS).toContain(key);
    expect(acceleratorOf({ modifiers: MODIFIERS, key }, american)).toBe(`Command+Control+Alt+Shift+${key}`);
  }
});

test('keys that no Mac has are rejected', () => {
  for (const key of ['F21', 'F22', 'F23', 'F24'])
    expect(acceleratorOf({ modifiers: [], key }, american)).toBeUndefined();
});

test('a key is named after its position on an American keyboard', () => {
  const dvorak = (key: string) => ({ T: 'K', C: 'I', Space: 'Space' })[key];
  expect(acceleratorOf({ modifiers: ['Command', 'Shift'], key: 'T' }, dvorak)).toBe('Command+Shift+K');
  expect(acceleratorOf({ modifiers: ['Command', 'Shift'], key: 'Space' }, dvorak)).toBe('Command+Shift+Space');
  expect(acceleratorOf({ modifiers: ['Command'], key: 'Q' }, dvorak)).toBeUndefined();
});

test('the default chords keep their modifiers', () => {
  const chord = parseChord('Shift+Command+Space');
  expect(chord && acceleratorOf(chord, american)).toBe('Command+Shift+Space');
});

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

test('every key of a chord that a Mac has is written as an accelerator has it', () => {
  const functionKeys = Array.from({ length: 20 }, (_, index) => `F${index + 1}`);
  const keys = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ...functionKeys, ...NAMED_KEYS];
  for (const key of keys) {
    expect(ELECTRON_KEYS).toContain(key);
    expect(acceleratorOf({ modifiers: MODIFIERS, key }, american)).toBe(`Command+Control+Alt+Shift+${key}`);
  }
});

test('keys that no Mac has are refused', () => {
  for (const key of ['F21', 'F22', 'F23', 'F24'])
    expect(acceleratorOf({ modifiers: [], key }, american)).toBeUndefined();
});

test('a key is named by its place on an American keyboard', () => {
  const dvorak = (key: string) => ({ T: 'K', C: 'I', Space: 'Space' })[key];
  expect(acceleratorOf({ modifiers: ['Command', 'Shift'], key: 'T' }, dvorak)).toBe('Command+Shift+K');
  expect(acceleratorOf({ modifiers: ['Command', 'Shift'], key: 'Space' }, dvorak)).toBe('Command+Shift+Space');
  expect(acceleratorOf({ modifiers: ['Command'], key: 'Q' }, dvorak)).toBeUndefined();
});

test('the default chords keep their modifiers', () => {
  const chord = parseChord('Shift+Command+Space');
  expect(chord && acceleratorOf(chord, american)).toBe('Command+Shift+Space');
});

import { expect, test } from 'vitest';
import { tryOut } from './testing/try-out.ts';

const HOLD = { modifiers: ['Command', 'Shift'], key: 'T' } as const;
const AMERICAN_T = 0x11;
const AMERICAN_K = 0x28;
const AMERICAN_B = 0x0b;

test('A chord is down while its key is, wherever the current layout has it', () => {
  const { mac, keyboard } = tryOut();
  mac.layout = 'dvorak';
  expect(keyboard.isKeyDown(HOLD)).toBe(false);
  mac.keysDown.add(AMERICAN_K);
  expect(keyboard.isKeyDown(HOLD)).toBe(true);
  mac.keysDown.delete(AMERICAN_K);
  expect(keyboard.isKeyDown(HOLD)).toBe(false);
});

test('The key’s position on an American keyboard counts too, because hot keys use it', () => {
  const { mac, keyboard } = tryOut();
  mac.layout = 'dvorak';
  mac.keysDown.add(AMERICAN_T);
  expect(keyboard.isKeyDown(HOLD)).toBe(true);
});

test('Other keys don’t count', () => {
  const { mac, keyboard } = tryOut();
  mac.keysDown.add(AMERICAN_K).add(AMERICAN_B);
  expect(keyboard.isKeyDown(HOLD)).toBe(false);
});

test('The key is looked up again after a layout change', () => {
  const { mac, keyboard } = tryOut();
  mac.keysDown.add(AMERICAN_K);
  expect(keyboard.isKeyDown(HOLD)).toBe(false);
  mac.layout = 'dvorak';
  expect(keyboard.isKeyDown(HOLD)).toBe(true);
  mac.layout = 'qwerty';
  expect(keyboard.isKeyDown(HOLD)).toBe(false);
});

test('The American equivalent of a chord’s key depends on the current layout', () => {
  const { mac, keyboard } = tryOut();
  expect(keyboard.americanKey('T')).toBe('T');
  mac.layout = 'dvorak';
  expect(keyboard.americanKey('T')).toBe('K');
});

test('Each modifier is reported separately', () => {
  const { mac, keyboard } = tryOut();
  const none = { command: false, shift: false, option: false, control: false };
  expect(keyboard.modifiers()).toEqual(none);
  for (const name of ['command', 'shift', 'option', 'control'] as const) {
    mac.modifiersDown.add(name);
    expect(keyboard.modifiers()).toEqual({ ...none, [name]: true });
    mac.modifiersDown.delete(name);
  }
});

test('Polling leaks no memory', () => {
  const { mac, keyboard } = tryOut();
  keyboard.isKeyDown(HOLD);
  const owned = mac.objects.ownedCount;
  for (let times = 0; times < 100; times += 1) keyboard.isKeyDown(HOLD);
  expect(mac.objects.ownedCount).toBe(owned);
});

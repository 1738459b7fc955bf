import type { Chord } from '../ipc/chord.ts';

/** Macs have key codes for the function keys up to F20. */
const UNKNOWN_KEY = /^F2[1-4]$/;

/**
 * Returns a chord in Electron's accelerator syntax; undefined if a Mac has no such key. Accelerators mean the keys of
 * an American keyboard, by place, whatever the layout (electron/electron#19747): `americanKey` returns the key there.
 */
export function acceleratorOf(
  { modifiers, key }: Chord,
  americanKey: (key: string) => string | undefined,
): string | undefined {
  if (UNKNOWN_KEY.test(key)) return undefined;
  const keyThere = americanKey(key);
  return keyThere === undefined ? undefined : [...modifiers, keyThere].join('+');
}

import type { XSession } from '../x11/x-session.ts';

/** The default chords, as `xdotool` names their keys. */
export const HOLD = ['ctrl', 'shift', 'space'] as const;
export const TOGGLE = ['ctrl', 'shift', 't'] as const;
export const CANCEL = ['ctrl', 'shift', 'c'] as const;
export const PASTE_LAST = ['ctrl', 'alt', 'v'] as const;

export type Chord = readonly string[];

/** Presses keys one after the other and holds them. */
export async function press(x: XSession, keys: Chord): Promise<void> {
  await x.xdotool(...keys.flatMap((key) => ['keydown', key]));
}

/** Releases keys one after the other. */
export async function release(x: XSession, keys: Chord): Promise<void> {
  await x.xdotool(...keys.flatMap((key) => ['keyup', key]));
}

/** Presses a chord and releases it immediately. */
export async function tap(x: XSession, chord: Chord): Promise<void> {
  await x.xdotool(...chord.flatMap((key) => ['keydown', key]), ...chord.toReversed().flatMap((key) => ['keyup', key]));
}

/** All orders in which keys can be released. */
export function ordersOf(keys: Chord): Chord[] {
  if (keys.length <= 1) return [keys];
  return keys.flatMap((first) => ordersOf(keys.filter((key) => key !== first)).map((rest) => [first, ...rest]));
}

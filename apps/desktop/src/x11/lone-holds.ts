import type { ChordHold, KeyboardMoment } from './chord-holds.ts';
import type { LoneKeys } from './chord-keys.ts';

/** `combined`: it is part of a combination that isn't ours. */
export type LoneHold = ChordHold | { phase: 'combined'; keycode: number };

interface LoneStep {
  hold: LoneHold;
  emits?: 'pressed' | 'combined' | 'released';
}

/** Advances a lone key's state. `ownKeys` never count as someone else's combination with a mouse button. */
export function stepLone(
  hold: LoneHold,
  { press, keysDown }: KeyboardMoment,
  keys: LoneKeys,
  ownKeys: ReadonlySet<number>,
): LoneStep {
  const hasOthers = [...keysDown].some((code) => isForeign(code, keys, ownKeys));
  if (hold.phase === 'up') {
    if (!press || !keys.codes.includes(press.keycode)) return { hold };
    if (hasOthers) return { hold: { phase: 'spent', keycode: press.keycode } };
    return { hold: { phase: 'held', keycode: press.keycode }, emits: 'pressed' };
  }
  if (!keysDown.has(hold.keycode)) {
    return { hold: { phase: 'up' }, ...(hold.phase === 'spent' ? {} : { emits: 'released' }) };
  }
  return hold.phase === 'held' && hasOthers
    ? { hold: { phase: 'combined', keycode: hold.keycode }, emits: 'combined' }
    : { hold };
}

function isForeign(code: number, { codes, button }: LoneKeys, ownKeys: ReadonlySet<number>): boolean {
  return !codes.includes(code) && (button === undefined || !ownKeys.has(code));
}

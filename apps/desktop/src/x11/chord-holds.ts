import { areModifiersDown, type ChordKeys, isButtonCode, isChordPress } from './chord-keys.ts';

/** A key or a button going down or up, as the server reports it. */
export interface KeyTransition {
  /**
   * Raw input tells no repeats, and tells a button before the user's order of buttons is applied: programs may know it by
   * another number.
   */
  source: 'grab' | 'raw';
  type: 'press' | 'release';
  keycode: number;
  /** Bits of the modifiers that were on just before. */
  modifiers: number;
  /** The server's time, in milliseconds. */
  time: number;
}

/** The state of a chord. `spent`: it was released, or was down before it was bound, and its main key is still down. */
export type ChordHold = { phase: 'up' } | { phase: 'held' | 'spent'; keycode: number };

export const CHORD_UP: ChordHold = { phase: 'up' };

/** How the keyboard stood, at one moment after the other. */
export interface KeyboardMoment {
  /** The press that led to it. */
  press?: KeyTransition;
  keysDown: ReadonlySet<number>;
}

interface HoldStep {
  hold: ChordHold;
  emits?: 'pressed' | 'released';
}

/** The server reports a repeat as two events with one timestamp; its clock may just have moved on between them. */
const REPEAT_GAP_MS = 1;

/**
 * Tells the moments that the keyboard went through: how it stood after each transition, and at last how it stands now.
 * `transitions` are all up to now, so that no repeat among them is cut in two; those of unreported keys are unknown.
 */
export function momentsOf(transitions: readonly KeyTransition[], keysDown: ReadonlySet<number>): KeyboardMoment[] {
  const moments: KeyboardMoment[] = [{ keysDown }];
  const before = new Set(keysDown);
  for (const transition of withoutRepeats(transitions).reverse()) {
    const { type, keycode } = transition;
    if (type === 'press') {
      moments.push({ press: transition, keysDown: new Set(before).add(keycode) });
      before.delete(keycode);
    } else {
      before.delete(keycode);
      moments.push({ keysDown: new Set(before) });
      before.add(keycode);
    }
  }
  return moments.reverse();
}

/** Moves a chord on. It is pressed once and released once, whichever of its keys goes up first. */
export function stepHold(
  hold: ChordHold,
  { press, keysDown }: KeyboardMoment,
  keys: ChordKeys,
  lockMasks: readonly number[],
): HoldStep {
  if (hold.phase === 'up') {
    if (!press || !isChordPress(keys, press, lockMasks)) return { hold };
    return { hold: { phase: 'held', keycode: press.keycode }, emits: 'pressed' };
  }
  if (hold.phase === 'held' && keysDown.has(hold.keycode) && areModifiersDown(keys, keysDown)) return { hold };
  const next: ChordHold = keysDown.has(hold.keycode) ? { phase: 'spent', keycode: hold.keycode } : CHORD_UP;
  return hold.phase === 'held' ? { hold: next, emits: 'released' } : { hold: next };
}

/** Leaves out the transitions by which the server repeats a key that stays down: a release, and at once its press. */
function withoutRepeats(transitions: readonly KeyTransition[]): KeyTransition[] {
  const kept: KeyTransition[] = [];
  for (const transition of transitions) {
    const last = kept.at(-1);
    if (last && isRepeat(last, transition)) kept.pop();
    else kept.push(transition);
  }
  return kept;
}

function isRepeat(release: KeyTransition, press: KeyTransition): boolean {
  return (
    release.source === 'grab' &&
    !isButtonCode(release.keycode) &&
    release.type === 'release' &&
    press.source === 'grab' &&
    press.type === 'press' &&
    release.keycode === press.keycode &&
    release.modifiers === press.modifiers &&
    press.time - release.time <= REPEAT_GAP_MS
  );
}

import { areModifiersDown, type ChordKeys, isButtonCode, isChordPress } from './chord-keys.ts';

/** A key or a button going down or up, as the server reports it. */
export interface KeyTransition {
  /**
   * Raw input reports no repeats, and reports buttons before the user's button mapping: programs may see other numbers.
   */
  source: 'grab' | 'raw';
  type: 'press' | 'release';
  keycode: number;
  /** Bit mask of the modifiers just before. */
  modifiers: number;
  /** Server time in milliseconds. */
  time: number;
}

/**
 * The state of a chord. `spent`: its main key is still down, but the chord was released, or the key was down before the
 * chord was bound.
 */
export type ChordHold = { phase: 'up' } | { phase: 'held' | 'spent'; keycode: number };

export const CHORD_UP: ChordHold = { phase: 'up' };

/** The state of the keyboard at one moment. */
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
 * Returns the states the keyboard went through: after each transition, and finally its current one. `transitions` are
 * all those reported until now, so that no repeat is cut in two; transitions of unreported keys are unknown.
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

/** Advances a chord's state. It is pressed once and released once, whichever of its keys goes up first. */
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

/** Leaves out the pairs by which the server repeats a held key: a release immediately followed by a press. */
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

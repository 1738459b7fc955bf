/** A reading of a chord's keys at one moment. */
export interface ChordReading {
  /** Its key. `unknown`: it can't be read, or the reading can't be trusted. */
  key: 'down' | 'up' | 'unknown';
  /** All of its modifiers together; `none` if it has none. */
  modifiers: 'down' | 'up' | 'none';
}

/**
 * The state of a chord. `spent`: it was released, or its action was taken away, while its key is still down: the key
 * must come up before the chord counts again.
 */
export type ChordHold =
  | { phase: 'up' }
  | {
      phase: 'held' | 'spent';
      /** When the phase began, on the clock. */
      sinceMs: number;
      /** Whether the key has been read as down, so that reading it as up means something. */
      isKeyKnown: boolean;
    };

export interface HoldStep {
  hold: ChordHold;
  /** In order. */
  emits: readonly ('pressed' | 'released')[];
}

export const CHORD_UP: ChordHold = { phase: 'up' };

/** The system reports a press when the key is down. If the key reads as up this soon after, the reading is wrong. */
const TOO_SOON_MS = 50;
/** A key reading as down this long after its chord was released isn't: something pressed it and never let it go. */
const SPENT_LIMIT_MS = 5_000;

/** Returns the state of a chord being bound: it may be down, for instance if the user chooses it by pressing it. */
export function beginChord({ key }: ChordReading, nowMs: number): ChordHold {
  return key === 'down' ? { phase: 'spent', sinceMs: nowMs, isKeyKnown: true } : CHORD_UP;
}

/** Handles a press that the system reported. While the chord is down, it's a repeat. */
export function pressChord(hold: ChordHold, reading: ChordReading, nowMs: number): HoldStep {
  if (hold.phase === 'up') {
    const pressed = lookAtChord({ phase: 'held', sinceMs: nowMs, isKeyKnown: false }, reading, nowMs);
    return { hold: pressed.hold, emits: ['pressed', ...pressed.emits] };
  }
  // Its release can't be detected. Pressing it again ends it.
  if (hold.phase === 'held' && !hold.isKeyKnown && isUnreadable(reading))
    return { hold: CHORD_UP, emits: ['released'] };
  return lookAtChord(hold, reading, nowMs);
}

/**
 * Updates a chord from a reading. It is released when one of its modifiers is up, or when its key is, as far as that
 * reading can be trusted; otherwise only the modifiers count.
 */
export function lookAtChord(hold: ChordHold, reading: ChordReading, nowMs: number): HoldStep {
  if (hold.phase === 'up') return { hold, emits: [] };
  const ageMs = nowMs - hold.sinceMs;
  if (hold.phase === 'spent')
    return { hold: isStillDown(hold.isKeyKnown, reading, ageMs) ? hold : CHORD_UP, emits: [] };

  const isTooSoon = reading.key === 'up' && ageMs <= TOO_SOON_MS;
  const isKeyKnown = reading.key === 'down' || (hold.isKeyKnown && !isTooSoon);
  const isKeyUp = reading.key === 'up' && !isTooSoon && (isKeyKnown || reading.modifiers === 'none');
  if (reading.modifiers !== 'up' && !isKeyUp) return { hold: { ...hold, isKeyKnown }, emits: [] };
  const next: ChordHold = reading.key === 'down' ? { phase: 'spent', sinceMs: nowMs, isKeyKnown: true } : CHORD_UP;
  return { hold: next, emits: ['released'] };
}

/** Gives up a chord whose events nobody wants any more. */
export function giveUpChord(hold: ChordHold, reading: ChordReading, nowMs: number): HoldStep {
  if (hold.phase !== 'held') return { hold, emits: [] };
  const isDown = isStillDown(hold.isKeyKnown, reading, 0);
  return { hold: isDown ? { ...hold, phase: 'spent', sinceMs: nowMs } : CHORD_UP, emits: ['released'] };
}

/** Whether only another press can show that a chord was released. */
function isUnreadable({ key, modifiers }: ChordReading): boolean {
  return key === 'unknown' && modifiers === 'none';
}

function isStillDown(isKeyKnown: boolean, { key, modifiers }: ChordReading, ageMs: number): boolean {
  if (modifiers === 'down') return key !== 'up' || !isKeyKnown;
  return key === 'down' && ageMs < SPENT_LIMIT_MS;
}

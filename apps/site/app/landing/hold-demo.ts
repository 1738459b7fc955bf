/** Timing of the scripted demo. */
export const HOLD_PACE = {
  /** A shorter press counts as a tap. */
  firstWordMs: 400,
  wordMs: 210,
} as const;

/**
 * `listening` while the key is held. `inserted`: the text is in the field. `too-short`: the key was released too early.
 */
export type HoldPhase = 'listening' | 'inserted' | 'too-short';

/** State of the scripted demo, which reveals words for as long as the key is held. */
export interface HoldDemo {
  phase: HoldPhase;
  /** Index of the scene. */
  scene: number;
  /** Number of words said so far. */
  words: number;
  heldMs: number;
}

export type HoldEvent = { type: 'press' } | { type: 'hold'; heldMs: number } | { type: 'release'; heldMs: number };

/** The words of each scene, in order. */
export type Script = readonly (readonly string[])[];

/** Returns the initial state: the first scene, with its text inserted. */
export function finishedDemo(script: Script): HoldDemo {
  const words = wordCount(script, 0);
  return { phase: 'inserted', scene: 0, words, heldMs: msUntilWord(words) };
}

/** Reducer. Ignores events that don't apply, such as a release without a press. */
export function nextDemo(demo: HoldDemo, event: HoldEvent, script: Script): HoldDemo {
  const isHeld = demo.phase === 'listening';
  if (event.type === 'press') return isHeld ? demo : pressed(demo, script);
  if (!isHeld) return demo;
  const heldMs = Math.max(event.heldMs, demo.heldMs);
  const words = Math.min(wordsSaid(heldMs), wordCount(script, demo.scene));
  if (event.type === 'hold') return { ...demo, heldMs, words };
  return { ...demo, heldMs, words, phase: words === 0 ? 'too-short' : 'inserted' };
}

/** Whether all words have been said. */
export function isAllSaid(demo: HoldDemo, script: Script): boolean {
  return demo.words === wordCount(script, demo.scene);
}

/** Starts the next scene; after a tap, the same one again. */
function pressed({ phase, scene }: HoldDemo, script: Script): HoldDemo {
  const next = phase === 'too-short' ? scene : (scene + 1) % script.length;
  return { phase: 'listening', scene: next, words: 0, heldMs: 0 };
}

function wordsSaid(heldMs: number): number {
  return Math.max(0, Math.floor((heldMs - HOLD_PACE.firstWordMs) / HOLD_PACE.wordMs) + 1);
}

function msUntilWord(words: number): number {
  return HOLD_PACE.firstWordMs + (words - 1) * HOLD_PACE.wordMs;
}

function wordCount(script: Script, scene: number): number {
  return script[scene]?.length ?? 0;
}

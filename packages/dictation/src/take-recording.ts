/** While audio arrives: where phrases end, and when their text may be inserted. */
import type { DictationManner } from './gesture.ts';
import { connectAnew, hasEnded } from './take-connection.ts';
import { finish } from './take-finishing.ts';
import { concludeIfInserted, handOver } from './take-insertion.ts';
import type { Take, TakeEffect, TakeEvent } from './take-state.ts';
import { type Range, settle } from './transcript.ts';

export function capture(take: Take, event: Extract<TakeEvent, { type: 'captured' }>, effects: TakeEffect[]): Take {
  const { end, heard, cut } = event;
  if (!cut) {
    const captured = { ...take, captured: end, heard };
    return heard && take.saidUpTo !== undefined ? waitForLastWord(captured, effects) : captured;
  }
  if (take.manner.mode === 'toggle' || take.manner.insertsWhileHolding)
    effects.push({ type: 'capture-target', at: end });
  return { ...take, captured: end, heard: false, cuts: [...take.cuts, end] };
}

export function commit(take: Take, cut: boolean, effects: TakeEffect[]): Take {
  const at = take.captured;
  const cuts = cut ? [...take.cuts, at] : take.cuts;
  if (take.saidUpTo === undefined) effects.push({ type: 'capture-target', at });
  return handOver({ ...take, heard: false, released: true, cuts, saidUpTo: cuts.at(-1) ?? 0 }, effects);
}

/** Changes a take's manner: if no key has to be held any more, its text needn't wait for a release. */
export function change(take: Take, manner: DictationManner, effects: TakeEffect[]): Take {
  const insertableUpTo =
    manner.mode === 'toggle' ? Number.POSITIVE_INFINITY : Math.min(take.insertableUpTo, take.captured);
  return handOver({ ...take, manner, insertableUpTo }, effects);
}

/** If an earlier phrase has to wait for the release, those after it wait too. */
export function setInsertable(take: Take, upTo: number, effects: TakeEffect[]): Take {
  const earlier = take.cuts[take.cuts.indexOf(upTo) - 1] ?? 0;
  return take.insertableUpTo < earlier ? take : handOver({ ...take, insertableUpTo: upTo }, effects);
}

/** Voice after all: the text waits for it, to be inserted in one piece. */
function waitForLastWord(take: Take, effects: TakeEffect[]): Take {
  const waiting: Take = { ...take, saidUpTo: undefined };
  return hasEnded(take) && !take.error ? connectAnew(waiting, effects) : waiting;
}

export function endAudio(
  take: Take,
  event: Extract<TakeEvent, { type: 'audio-ended' }>,
  now: number,
  effects: TakeEffect[],
): Take {
  const { end, speech, released } = event;
  effects.push({ type: 'capture-target', at: end });
  const rest: Range = { from: take.cuts.at(-1) ?? 0, to: end };
  const withRest: Partial<Take> =
    speech && rest.to > rest.from ? { cuts: [...take.cuts, end] } : { transcript: settle(take.transcript, rest, '') };
  const ended: Take = { ...take, phase: 'finishing', captured: end, heard: false, ...withRest };
  return finish({ ...ended, released: take.released || released }, now, effects);
}

/** Lets the text be inserted. A take that was full before the release could not fail until now. */
export function release(take: Take, now: number, effects: TakeEffect[]): Take {
  const released = { ...take, released: true };
  return take.phase === 'finishing' && !take.released
    ? finish(released, now, effects)
    : concludeIfInserted(handOver(released, effects), effects);
}

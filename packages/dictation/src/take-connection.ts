/** A take's session: where audio is sent, what has been sent, and what to send next. */
import type { Step, Take, TakeEffect } from './take-state.ts';
import { type Range, settledUpTo, unsettled } from './transcript.ts';
import { TAKE } from './tuning.ts';

export function connect(take: Take, effects: TakeEffect[]): Take {
  // After the release, once the stream has failed twice, every other attempt uses the fallback.
  const { failedAttempts } = take;
  const byFallback =
    take.phase === 'finishing' && take.provider.hasFallback && failedAttempts >= 2 && failedAttempts % 2 === 0;
  const route = take.backup ? 'backup' : byFallback ? 'fallback' : 'stream';
  effects.push({ type: 'connect', route });
  return { ...take, connection: { type: 'connecting', route }, session: take.session + 1 };
}

/** Connects again: a new session is sent whatever the last one has not settled. */
export function connectAnew(take: Take, effects: TakeEffect[]): Take {
  drop(take, effects);
  return connect(take, effects);
}

/** Ends the session immediately, if there is one. */
export function drop(take: Take, effects: TakeEffect[]): void {
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
}

/** Replaces an aged session, once it has settled everything it was sent and no phrase is in progress. */
export function replaceIfAged(take: Take, effects: TakeEffect[]): Take {
  const { connection } = take;
  if (connection.type !== 'ready' || !connection.aged || connection.ended || connection.cursor !== connection.cutAt)
    return take;
  if (connection.sent.some((range) => unsettled(take.transcript, range).length > 0)) return take;
  effects.push({ type: 'disconnect', how: 'end' });
  return connect(take, effects);
}

/** Returns the next step towards the provider, if one is due. */
export function nextStep(take: Take): Step | undefined {
  const { connection } = take;
  if (connection.type !== 'ready' || connection.ended) return undefined;
  if (connection.cursor > connection.cutAt && take.cuts.includes(connection.cursor))
    return { type: 'cut', at: connection.cursor };
  if (connection.aged && connection.cursor === connection.cutAt) return undefined;
  const next = unsettled(take.transcript, { from: connection.cursor, to: take.captured })[0];
  if (next) {
    const phraseEnd = take.cuts.find((cut) => cut > next.from) ?? (take.heard ? take.captured : next.from);
    const to = Math.min(next.to, phraseEnd, next.from + TAKE.pushSamples);
    if (to > next.from) return { type: 'push', from: next.from, to };
  }
  return take.phase === 'finishing' || isToCommitByEnd(take) ? { type: 'end' } : undefined;
}

/** A provider that segments the audio itself only transcribes the rest once the audio ends. */
function isToCommitByEnd({ provider, backup, saidUpTo, transcript }: Take): boolean {
  const cutsItself = provider.segmentation === 'server' && !backup;
  return cutsItself && saidUpTo !== undefined && settledUpTo(transcript) < saidUpTo;
}

/** Adds a range to what was sent, extending the last one if it continues it. */
export function append(sent: readonly Range[], { from, to }: Range): Range[] {
  const last = sent.at(-1);
  return last?.to === from ? [...sent.slice(0, -1), { from: last.from, to }] : [...sent, { from, to }];
}

/**
 * Maps a range of the current session's positions to the take. The session's positions count only what it was sent;
 * anything beyond that is left out.
 */
export function rangesInTake({ connection }: Take, range: Range): Range[] {
  const sent = connection.type === 'ready' ? connection.sent : [];
  const ranges: Range[] = [];
  let offset = 0;
  for (const part of sent) {
    const from = Math.max(range.from, offset);
    const to = Math.min(range.to, offset + part.to - part.from);
    if (from < to) ranges.push({ from: part.from + from - offset, to: part.from + to - offset });
    offset += part.to - part.from;
  }
  return ranges;
}

export function isLinked(take: Take): boolean {
  return take.connection.type === 'connecting' || take.connection.type === 'ready';
}

/** Whether no session accepts audio any more, and none is about to. */
export function hasEnded({ connection }: Take): boolean {
  return connection.type === 'none' || (connection.type === 'ready' && connection.ended);
}

export function isOnFallback({ connection }: Take): boolean {
  return (connection.type === 'connecting' || connection.type === 'ready') && connection.route === 'fallback';
}

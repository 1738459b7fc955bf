/** Handles what a session reports, and records what it was sent. */
import { isRetryable, type SttError, type SttEvent } from '@workspace/speech/provider';
import { canTakeOver, isBeyondPatience } from './backup.ts';
import { append, hasEnded, isLinked, isOnFallback, rangesInTake, replaceIfAged } from './take-connection.ts';
import { completeIfSettled, fail, giveUp } from './take-finishing.ts';
import { handOver } from './take-insertion.ts';
import { type Connection, type Step, type Take, type TakeEffect, withoutError } from './take-state.ts';
import { dropProvisional, type Range, setProvisional, settle, settledUpTo, unsettled } from './transcript.ts';
import { TAKE } from './tuning.ts';

export function handleSession(take: Take, event: SttEvent, now: number, effects: TakeEffect[]): Take {
  if (!isLinked(take)) return take;
  switch (event.type) {
    case 'ready':
      return handleReady(take, effects);
    case 'partial':
      return handlePartial(take, event);
    case 'final':
      return handleFinal(take, event, now, effects);
    case 'closed':
      return loseSession(take, event.error, now, effects);
  }
}

function handleReady(take: Take, effects: TakeEffect[]): Take {
  if (take.connection.type !== 'connecting') return take;
  const { route } = take.connection;
  const { maxSessionMs } = take.provider;
  if (route === 'stream' && maxSessionMs !== undefined) {
    effects.push({ type: 'start-timer', timer: 'session-age', delayMs: maxSessionMs });
  }
  const connection: Connection = {
    type: 'ready',
    route,
    sent: [],
    cursor: 0,
    cutAt: 0,
    unanswered: 0,
    ended: false,
    aged: false,
  };
  // The fallback reports ready before it has reached a server.
  return route === 'fallback' ? { ...take, connection } : { ...withoutError(take), connection };
}

function handlePartial(take: Take, event: Extract<SttEvent, { type: 'partial' }>): Take {
  if (take.connection.type !== 'ready') return take;
  const { segment, text, stable } = event;
  const from = rangesInTake(take, { from: event.from, to: event.from + 1 })[0]?.from ?? take.connection.cursor;
  const transcript = setProvisional(take.transcript, { session: take.session, segment, from, text, stable });
  return handleAnswer({ ...take, transcript });
}

function handleFinal(
  take: Take,
  event: Extract<SttEvent, { type: 'final' }>,
  now: number,
  effects: TakeEffect[],
): Take {
  if (take.connection.type !== 'ready') return take;
  let transcript = dropProvisional(take.transcript, take.session, event.segment);
  let { text } = event;
  let { backupSamples } = take;
  for (const range of rangesInTake(take, event)) {
    const open = unsettled(transcript, range);
    if (open.length === 0) continue;
    if (take.connection.route === 'backup') backupSamples += lengthOf(open);
    transcript = settle(transcript, range, text);
    text = '';
  }
  effects.push({ type: 'forget-audio', before: settledUpTo(transcript) });
  const settled: Take = { ...withoutError(take), transcript, backupSamples, failedAttempts: 0, slow: false };
  const heard = handleProgress(handleAnswer(settled), now);
  const completed = completeIfSettled(handOver(heard, effects), effects);
  return replaceIfAged(completed, effects);
}

function loseSession(take: Take, error: SttError | undefined, now: number, effects: TakeEffect[]): Take {
  // The tail announced the end of the audio, and usually none follows.
  if (!error && take.phase === 'recording' && hasEnded(take)) return { ...take, connection: { type: 'none' } };
  const shown = errorToShow(take, error);
  const lost: Take = {
    ...take,
    ...(shown ? { error: shown } : {}),
    connection: { type: 'none' },
    failedAttempts: take.failedAttempts + 1,
  };
  if (canTakeOver(lost)) {
    if (isBeyondPatience(lost, error)) return giveUp(lost, now, effects);
    if (shown) effects.push({ type: 'prepare-backup' });
  }
  const isHopeless = error !== undefined && !isRetryable(error.kind) && !isOnFallback(take);
  if (isHopeless) return lost.phase === 'finishing' && lost.released ? fail(lost, effects) : lost;
  if (lost.giveUpAt !== undefined && now >= lost.giveUpAt) return fail(lost, effects);
  const pauseMs = TAKE.retryMs[Math.min(take.failedAttempts, TAKE.retryMs.length - 1)] ?? 0;
  effects.push({ type: 'start-timer', timer: 'retry', delayMs: Math.max(pauseMs, error?.retryAfterMs ?? 0) });
  return { ...lost, connection: { type: 'waiting' } };
}

function errorToShow(take: Take, error: SttError | undefined): SttError | undefined {
  // The provider's failure is what the user can fix.
  if (take.backup) return take.backup.reason;
  // A host may lack the fallback while its stream is only briefly down: the fallback's error decides nothing.
  if (isOnFallback(take) && take.error) return take.error;
  // An aged session is replaced without telling the user.
  return error?.kind === 'expired' ? take.error : (error ?? take.error);
}

export function handleStep(take: Take, step: Step, now: number, effects: TakeEffect[]): Take {
  const { connection } = take;
  if (connection.type !== 'ready') return take;
  switch (step.type) {
    case 'push': {
      const sent = append(connection.sent, step);
      const unanswered = connection.unanswered + step.to - step.from;
      const sentOn = { ...take, connection: { ...connection, sent, cursor: step.to, unanswered } };
      // Audio that leaves for the first time is progress; resending it is not.
      return step.to > take.farthest ? handleProgress({ ...sentOn, farthest: step.to }, now) : sentOn;
    }
    case 'cut':
      return replaceIfAged({ ...take, connection: { ...connection, cutAt: step.at } }, effects);
    case 'end':
      return { ...take, connection: { ...connection, ended: true } };
  }
}

/** Something was understood: the provider is not silent. */
function handleAnswer(take: Take): Take {
  const connection: Connection =
    take.connection.type === 'ready' ? { ...take.connection, unanswered: 0 } : take.connection;
  return { ...take, connection, patienceEndsAt: undefined };
}

/** Text became final, or audio left for the first time: worth trying for a while longer. */
function handleProgress(take: Take, now: number): Take {
  return take.giveUpAt === undefined ? take : { ...take, giveUpAt: now + TAKE.giveUpMs };
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((length, { from, to }) => length + to - from, 0);
}

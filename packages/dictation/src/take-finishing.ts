/** From the end of the audio to the end of the take: the wait for the text, and its outcome. */
import { isRetryable } from '@workspace/speech/provider';
import { millisecondsOf } from '@workspace/speech/samples';
import { canTakeOver, reasonOf } from './backup.ts';
import { connectAnew, drop, hasEnded, isLinked } from './take-connection.ts';
import { concludeIfInserted, handOver, recordUsage } from './take-insertion.ts';
import { type Take, type TakeEffect, withoutError } from './take-state.ts';
import { settledUpTo, type Transcript } from './transcript.ts';
import { TAKE } from './tuning.ts';

/** Begins the wait for the text, after the release or for a retry. Before the release nothing is given up. */
export function finish(take: Take, now: number, effects: TakeEffect[]): Take {
  const completed = completeIfSettled(take, effects);
  if (completed.phase !== 'finishing' || !take.released) return completed;
  if (take.error && !isRetryable(take.error.kind) && !take.backup) return fail(take, effects);
  const waiting = awaitText(take, now, effects);
  // A session that was ended during the tail is not sent what came after.
  const isUnsent = take.connection.type === 'ready' && take.connection.cursor < (take.cuts.at(-1) ?? 0);
  const isServed = isLinked(take) && !(hasEnded(take) && isUnsent);
  return isServed ? waiting : connectAnew(waiting, effects);
}

function awaitText(take: Take, now: number, effects: TakeEffect[]): Take {
  effects.push(
    { type: 'start-timer', timer: 'give-up', delayMs: TAKE.giveUpMs },
    { type: 'start-timer', timer: 'slow', delayMs: TAKE.slowMs },
    { type: 'start-timer', timer: 'limit', delayMs: TAKE.finishLimitMs + millisecondsOf(take.captured) },
  );
  return { ...take, giveUpAt: now + TAKE.giveUpMs };
}

/** Gives up on the provider. If there is a backup, it does the rest. */
export function giveUp(take: Take, now: number, effects: TakeEffect[]): Take {
  if (!canTakeOver(take)) return fail(take, effects);
  const backup = { reason: reasonOf(take) };
  const begun: Take = { ...withoutError(take), backup, failedAttempts: 0, slow: false };
  return connectAnew(take.giveUpAt === undefined ? begun : awaitText(begun, now, effects), effects);
}

export function completeIfSettled(take: Take, effects: TakeEffect[]): Take {
  if (take.phase !== 'finishing' || settledUpTo(take.transcript) < take.captured) return take;
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: take.connection.type === 'ready' ? 'end' : 'drop' });
  const complete: Take = { ...withoutError(take), phase: 'inserting', connection: { type: 'none' }, slow: false };
  return concludeIfInserted(handOver(recordUsage(complete, effects), effects), effects);
}

export function fail(take: Take, effects: TakeEffect[]): Take {
  effects.push({ type: 'stop-timers' });
  drop(take, effects);
  effects.push({ type: 'start-timer', timer: 'expiry', delayMs: TAKE.keepFailedMs });
  const failed: Take = { ...take, phase: 'failed', connection: { type: 'none' }, error: reasonOf(take), slow: false };
  return handOver(recordUsage(failed, effects), effects);
}

export function cancel(take: Take, effects: TakeEffect[]): Take {
  effects.push({ type: 'stop-timers' });
  drop(take, effects);
  // Phrases already in the field are kept, and count.
  const inserted = take.transcript.pieces.filter((piece) => take.handedOver.has(piece.id));
  const transcript: Transcript = { pieces: inserted, provisional: [] };
  return recordUsage({ ...take, phase: 'cancelled', connection: { type: 'none' }, transcript, slow: false }, effects);
}

/**
 * One take: from the first sample of a dictation to its text in the field. A pure reducer; the engine performs the
 * effects. The take owns no audio, only positions in it: which of it is captured, cut into phrases, sent, and settled.
 * Whatever a provider does, audio that is not settled is sent again, and audio that is settled is not.
 */
import { isRetryable, type SttError, type SttEvent } from '@workspace/speech/provider';
import { millisecondsOf } from '@workspace/speech/samples';
import { canTakeOver, isBeyondPatience, owesAnswer, patienceMs, reasonOf } from './backup.ts';
import type { DictationManner } from './gesture.ts';
import { append, toTake } from './sent-audio.ts';
import {
  type Connection,
  isOver,
  type Step,
  type Take,
  type TakeEffect,
  type TakeEvent,
  type TakeProvider,
  type TakeTimer,
} from './take-state.ts';
import {
  dropProvisional,
  EMPTY_TRANSCRIPT,
  type Range,
  setProvisional,
  settle,
  settledUpTo,
  type Transcript,
  unsettled,
} from './transcript.ts';
import { BACKUP, TAKE } from './tuning.ts';

export interface TakeStep {
  take: Take;
  effects: TakeEffect[];
}

/** A new take. It connects once it is known where to. */
export function beginTake(manner: DictationManner, provider: TakeProvider): Take {
  return {
    manner,
    insertableUpTo: manner.mode === 'toggle' ? Number.POSITIVE_INFINITY : 0,
    phase: 'recording',
    provider,
    captured: 0,
    cuts: [],
    heard: false,
    released: false,
    saidUpTo: undefined,
    transcript: EMPTY_TRANSCRIPT,
    connection: { type: 'none' },
    session: 0,
    failedAttempts: 0,
    backup: undefined,
    backupSamples: 0,
    patienceEndsAt: undefined,
    slow: false,
    handedOver: new Set(),
    insertions: 0,
    concluding: false,
    usageRecorded: false,
    farthest: 0,
  };
}

/** Takes one event at a clock time in milliseconds. Events that don't fit the phase change nothing. */
export function reduceTake(before: Take, event: TakeEvent, now: number): TakeStep {
  const effects: TakeEffect[] = [];
  const after = isOver(before) ? afterwards(before, event, now, effects) : react(before, event, now, effects);
  return { take: watchProvider(after, now, effects), effects };
}

function react(take: Take, event: TakeEvent, now: number, effects: TakeEffect[]): Take {
  switch (event.type) {
    case 'begun':
      return take.session === 0 ? connect({ ...take, provider: event.provider }, effects) : take;
    case 'changed':
      return change(take, event.manner, effects);
    case 'insertable':
      return setInsertable(take, event.upTo, effects);
    case 'captured':
      return take.phase === 'recording' ? capture(take, event, effects) : take;
    case 'committed':
      return take.phase === 'recording' ? commit(take, event.cut, effects) : take;
    case 'audio-ended':
      return take.phase === 'recording' ? endAudio(take, event, now, effects) : take;
    case 'released':
      return release(take, now, effects);
    case 'session':
      return handleSession(take, event.event, now, effects);
    case 'step-done':
      return handleStep(take, event.step, now, effects);
    case 'timer':
      return handleTimer(take, event.timer, now, effects);
    case 'insertion-done':
      return handleInsertion(take, effects);
    case 'concluded':
      return take.concluding ? { ...take, phase: 'done' } : take;
    case 'woke':
      return take.connection.type === 'none' ? take : connectAnew({ ...take, patienceEndsAt: undefined }, effects);
    case 'cancel':
      return cancel(take, effects);
    case 'retry':
      return take;
  }
}

/** Events after the end: insertions that were still under way, a retry, and the end of its time. */
function afterwards(take: Take, event: TakeEvent, now: number, effects: TakeEffect[]): Take {
  if (event.type === 'insertion-done') return handleInsertion(take, effects);
  if (take.phase !== 'failed') return take;
  if (event.type === 'cancel') return cancel(take, effects);
  if (event.type === 'timer' && event.timer === 'expiry') {
    return { ...take, phase: 'expired' };
  }
  if (event.type === 'retry') {
    effects.push({ type: 'stop-timers' });
    const { provider } = event;
    const begun: Take = { ...withoutError(take), provider, phase: 'finishing', failedAttempts: 0, backup: undefined };
    return finish(begun, now, effects);
  }
  return take;
}

function capture(take: Take, event: Extract<TakeEvent, { type: 'captured' }>, effects: TakeEffect[]): Take {
  const { end, heard, cut } = event;
  if (!cut) {
    const captured = { ...take, captured: end, heard };
    return heard && take.saidUpTo !== undefined ? waitForLastWord(captured, effects) : captured;
  }
  if (take.manner.mode === 'toggle' || take.manner.insertsWhileHolding)
    effects.push({ type: 'capture-target', at: end });
  return { ...take, captured: end, heard: false, cuts: [...take.cuts, end] };
}

function commit(take: Take, cut: boolean, effects: TakeEffect[]): Take {
  const at = take.captured;
  const cuts = cut ? [...take.cuts, at] : take.cuts;
  if (take.saidUpTo === undefined) effects.push({ type: 'capture-target', at });
  return handOver({ ...take, heard: false, released: true, cuts, saidUpTo: cuts.at(-1) ?? 0 }, effects);
}

/** What has been said goes on by the new manner: where a key is to be held no more, it needn't be waited for. */
function change(take: Take, manner: DictationManner, effects: TakeEffect[]): Take {
  const insertableUpTo =
    manner.mode === 'toggle' ? Number.POSITIVE_INFINITY : Math.min(take.insertableUpTo, take.captured);
  return handOver({ ...take, manner, insertableUpTo }, effects);
}

/** Where an earlier phrase has to wait for the release, those after it wait too. */
function setInsertable(take: Take, upTo: number, effects: TakeEffect[]): Take {
  const earlier = take.cuts[take.cuts.indexOf(upTo) - 1] ?? 0;
  return take.insertableUpTo < earlier ? take : handOver({ ...take, insertableUpTo: upTo }, effects);
}

/** Voice after all: the text waits for it, to be inserted in one piece. */
function waitForLastWord(take: Take, effects: TakeEffect[]): Take {
  const waiting: Take = { ...take, saidUpTo: undefined };
  return hasEnded(take) && !take.error ? connectAnew(waiting, effects) : waiting;
}

function endAudio(
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

/** The text may be inserted. A take that had its full length before has gone on trying until now. */
function release(take: Take, now: number, effects: TakeEffect[]): Take {
  const released = { ...take, released: true };
  return take.phase === 'finishing' && !take.released
    ? finish(released, now, effects)
    : concludeIfInserted(handOver(released, effects), effects);
}

/** Begins the wait for the text, after the release or for a retry. Before the release nothing is given up. */
function finish(take: Take, now: number, effects: TakeEffect[]): Take {
  const completed = completeIfSettled(take, effects);
  if (completed.phase !== 'finishing' || !take.released) return completed;
  if (take.error && !isRetryable(take.error.kind) && !take.backup) return fail(take, effects);
  const waiting = awaitText(take, now, effects);
  // A session that was ended in the tail is not sent what came after.
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

/** Where a backup waits, a provider that owes an answer may be silent for a while only. */
function watchProvider(take: Take, now: number, effects: TakeEffect[]): Take {
  if (!canTakeOver(take) || !owesAnswer(take)) return { ...take, patienceEndsAt: undefined };
  const { patienceEndsAt = Number.POSITIVE_INFINITY } = take;
  const delayMs = patienceMs(take);
  if (patienceEndsAt <= now + delayMs) return take;
  effects.push(
    { type: 'start-timer', timer: 'prepare-backup', delayMs: delayMs / 2 },
    { type: 'start-timer', timer: 'patience', delayMs },
  );
  return { ...take, patienceEndsAt: now + delayMs };
}

/** The provider is not asked any more. Where a backup waits, it does the rest. */
function giveUp(take: Take, now: number, effects: TakeEffect[]): Take {
  if (!canTakeOver(take)) return fail(take, effects);
  const backup = { reason: reasonOf(take) };
  const begun: Take = { ...withoutError(take), backup, failedAttempts: 0, slow: false };
  return connectAnew(take.giveUpAt === undefined ? begun : awaitText(begun, now, effects), effects);
}

function connect(take: Take, effects: TakeEffect[]): Take {
  // After the release every other attempt goes the other way, once the stream has failed twice.
  const { failedAttempts } = take;
  const byFallback =
    take.phase === 'finishing' && take.provider.hasFallback && failedAttempts >= 2 && failedAttempts % 2 === 0;
  const route = take.backup ? 'backup' : byFallback ? 'fallback' : 'stream';
  effects.push({ type: 'connect', route });
  return { ...take, connection: { type: 'connecting', route }, session: take.session + 1 };
}

/** What the last session has not settled is sent to another one. */
function connectAnew(take: Take, effects: TakeEffect[]): Take {
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
  return connect(take, effects);
}

function handleSession(take: Take, event: SttEvent, now: number, effects: TakeEffect[]): Take {
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
  // The fallback is ready before it has reached anybody.
  return route === 'fallback' ? { ...take, connection } : { ...withoutError(take), connection };
}

function handlePartial(take: Take, event: Extract<SttEvent, { type: 'partial' }>): Take {
  if (take.connection.type !== 'ready') return take;
  const { segment, text, stable } = event;
  const from =
    toTake(take.connection.sent, { from: event.from, to: event.from + 1 })[0]?.from ?? take.connection.cursor;
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
  for (const range of toTake(take.connection.sent, event)) {
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
  // It was told in the tail that no more comes, and most often none does.
  if (!error && take.phase === 'recording' && hasEnded(take)) return { ...take, connection: { type: 'none' } };
  const told = errorToTell(take, error);
  const lost: Take = {
    ...take,
    ...(told ? { error: told } : {}),
    connection: { type: 'none' },
    failedAttempts: take.failedAttempts + 1,
  };
  if (canTakeOver(lost)) {
    if (isBeyondPatience(lost, error)) return giveUp(lost, now, effects);
    if (told) effects.push({ type: 'prepare-backup' });
  }
  const isHopeless = error !== undefined && !isRetryable(error.kind) && !isOnFallback(take);
  if (isHopeless) return lost.phase === 'finishing' && lost.released ? fail(lost, effects) : lost;
  if (lost.giveUpAt !== undefined && now >= lost.giveUpAt) return fail(lost, effects);
  const pauseMs = TAKE.retryMs[Math.min(take.failedAttempts, TAKE.retryMs.length - 1)] ?? 0;
  effects.push({ type: 'start-timer', timer: 'retry', delayMs: Math.max(pauseMs, error?.retryAfterMs ?? 0) });
  return { ...lost, connection: { type: 'waiting' } };
}

function errorToTell(take: Take, error: SttError | undefined): SttError | undefined {
  // What the provider failed by is what the user can mend.
  if (take.backup) return take.backup.reason;
  // The fallback may be missing at a host whose stream is only away for a moment: what it says decides nothing.
  if (isOnFallback(take) && take.error) return take.error;
  // An aged session is replaced without a word to the user.
  return error?.kind === 'expired' ? take.error : (error ?? take.error);
}

function isOnFallback({ connection }: Take): boolean {
  return (connection.type === 'connecting' || connection.type === 'ready') && connection.route === 'fallback';
}

/** Whether no session takes audio any more, and none is about to. */
function hasEnded({ connection }: Take): boolean {
  return connection.type === 'none' || (connection.type === 'ready' && connection.ended);
}

function handleStep(take: Take, step: Step, now: number, effects: TakeEffect[]): Take {
  const { connection } = take;
  if (connection.type !== 'ready') return take;
  switch (step.type) {
    case 'push': {
      const sent = append(connection.sent, step);
      const unanswered = connection.unanswered + step.to - step.from;
      const sentOn = { ...take, connection: { ...connection, sent, cursor: step.to, unanswered } };
      // Audio that leaves for the first time is progress; sending the same again is not.
      return step.to > take.farthest ? handleProgress({ ...sentOn, farthest: step.to }, now) : sentOn;
    }
    case 'cut':
      return replaceIfAged({ ...take, connection: { ...connection, cutAt: step.at } }, effects);
    case 'end':
      return { ...take, connection: { ...connection, ended: true } };
  }
}

function handleTimer(take: Take, timer: TakeTimer, now: number, effects: TakeEffect[]): Take {
  switch (timer) {
    case 'retry':
      return take.connection.type === 'waiting' ? connect(take, effects) : take;
    case 'give-up': {
      if (take.phase !== 'finishing' || take.giveUpAt === undefined) return take;
      if (now < take.giveUpAt) {
        effects.push({ type: 'start-timer', timer, delayMs: take.giveUpAt - now });
        return take;
      }
      // A session that stands has limits of its own; when it is lost now, it is not replaced.
      return take.connection.type === 'ready' ? take : giveUp(take, now, effects);
    }
    case 'slow':
      return take.phase === 'finishing' && !take.backup ? { ...take, slow: true } : take;
    case 'limit':
      return take.phase === 'finishing' ? giveUp(take, now, effects) : take;
    case 'prepare-backup':
      if (take.patienceEndsAt !== undefined) effects.push({ type: 'prepare-backup' });
      return take;
    case 'patience': {
      if (take.patienceEndsAt === undefined) return take;
      const slept = now - take.patienceEndsAt >= BACKUP.sleptMs;
      return slept ? { ...take, patienceEndsAt: undefined } : giveUp(take, now, effects);
    }
    case 'session-age':
      return take.connection.type === 'ready' && take.connection.route === 'stream'
        ? replaceIfAged({ ...take, connection: { ...take.connection, aged: true } }, effects)
        : take;
    case 'expiry':
      return take;
  }
}

/** Once an aged session has settled all that it was sent, and no phrase is under way, the next one takes over. */
function replaceIfAged(take: Take, effects: TakeEffect[]): Take {
  const { connection } = take;
  if (connection.type !== 'ready' || !connection.aged || connection.ended || connection.cursor !== connection.cutAt)
    return take;
  if (connection.sent.some((range) => unsettled(take.transcript, range).length > 0)) return take;
  effects.push({ type: 'disconnect', how: 'end' });
  return connect(take, effects);
}

function completeIfSettled(take: Take, effects: TakeEffect[]): Take {
  if (take.phase !== 'finishing' || settledUpTo(take.transcript) < take.captured) return take;
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: take.connection.type === 'ready' ? 'end' : 'drop' });
  const complete: Take = { ...withoutError(take), phase: 'inserting', connection: { type: 'none' }, slow: false };
  return concludeIfInserted(handOver(recordUsage(complete, effects), effects), effects);
}

function fail(take: Take, effects: TakeEffect[]): Take {
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
  effects.push({ type: 'start-timer', timer: 'expiry', delayMs: TAKE.keepFailedMs });
  const failed: Take = { ...take, phase: 'failed', connection: { type: 'none' }, error: reasonOf(take), slow: false };
  return handOver(recordUsage(failed, effects), effects);
}

function cancel(take: Take, effects: TakeEffect[]): Take {
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
  // Phrases that stand in the field already are kept, and count.
  const inserted = take.transcript.pieces.filter((piece) => take.handedOver.has(piece.id));
  const transcript: Transcript = { pieces: inserted, provisional: [] };
  return recordUsage({ ...take, phase: 'cancelled', connection: { type: 'none' }, transcript, slow: false }, effects);
}

/**
 * Hands text over for insertion: each piece once all before it is there, as far as it needn't wait for the release; the
 * rest all at once after that. A failed take hands over what there is, in order; what a retry adds later follows.
 */
function handOver(take: Take, effects: TakeEffect[]): Take {
  const insertableUpTo = take.released && isWhole(take) ? Number.POSITIVE_INFINITY : take.insertableUpTo;
  const upTo = Math.min(take.phase === 'failed' ? take.captured : settledUpTo(take.transcript), insertableUpTo);
  const due = take.transcript.pieces.filter((piece) => piece.to <= upTo && !take.handedOver.has(piece.id));
  if (due.length === 0) return take;
  const withText = due.filter((piece) => piece.text.trim() !== '');
  if (withText.length > 0) effects.push({ type: 'insert', pieces: withText });
  return {
    ...take,
    handedOver: new Set([...take.handedOver, ...due.map((piece) => piece.id)]),
    insertions: take.insertions + (withText.length > 0 ? 1 : 0),
  };
}

/** Whether no text is missing any more, or going to come. */
function isWhole({ phase, saidUpTo, transcript }: Take): boolean {
  if (phase === 'inserting' || phase === 'failed') return true;
  return saidUpTo !== undefined && settledUpTo(transcript) >= saidUpTo;
}

function handleInsertion(take: Take, effects: TakeEffect[]): Take {
  return concludeIfInserted({ ...take, insertions: take.insertions - 1 }, effects);
}

function concludeIfInserted(take: Take, effects: TakeEffect[]): Take {
  const inserted = take.insertions === 0 && take.transcript.pieces.every((piece) => take.handedOver.has(piece.id));
  if (take.phase !== 'inserting' || !inserted || take.concluding) return take;
  effects.push({ type: 'conclude' });
  return { ...take, concluding: true };
}

/** Seconds count once per take, when there is text for them. */
function recordUsage(take: Take, effects: TakeEffect[]): Take {
  if (take.usageRecorded || take.transcript.pieces.every((piece) => piece.text.trim() === '')) return take;
  effects.push({ type: 'record-usage', samples: take.captured });
  return { ...take, usageRecorded: true };
}

/** Something was understood: the provider is not silent. */
function handleAnswer(take: Take): Take {
  const connection: Connection =
    take.connection.type === 'ready' ? { ...take.connection, unanswered: 0 } : take.connection;
  return { ...take, connection, patienceEndsAt: undefined };
}

/** Text became final, or audio left for the first time: it is worth going on for a while. */
function handleProgress(take: Take, now: number): Take {
  return take.giveUpAt === undefined ? take : { ...take, giveUpAt: now + TAKE.giveUpMs };
}

function isLinked(take: Take): boolean {
  return take.connection.type === 'connecting' || take.connection.type === 'ready';
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((length, { from, to }) => length + to - from, 0);
}

/** Where a range of the current session's positions lies in the take. What was never sent is left out. */
export function rangesInTake(take: Take, range: Range): Range[] {
  return take.connection.type === 'ready' ? toTake(take.connection.sent, range) : [];
}

function withoutError(take: Take): Take {
  const { error: _, ...rest } = take;
  return rest;
}

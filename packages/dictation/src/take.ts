/**
 * One take: from the first sample of a dictation to its text in the field. A pure reducer; the engine performs the
 * effects. The take owns no audio, only positions in it: which of it is captured, cut into phrases, sent, and settled.
 * Whatever a provider does, audio that is not settled is sent again, and audio that is settled is not.
 */
import { isRetryable, type SttError, type SttEvent } from '@workspace/speech/provider';
import { millisecondsOf } from '@workspace/speech/samples';
import type { DictationMode } from './gesture.ts';
import {
  dropProvisional,
  EMPTY_TRANSCRIPT,
  type Piece,
  type Range,
  setProvisional,
  settle,
  settledUpTo,
  type Transcript,
  unsettled,
} from './transcript.ts';
import { TAKE } from './tuning.ts';

export type TakePhase =
  /** Audio is coming. */
  | 'recording'
  /** All audio is there, its text is not. */
  | 'finishing'
  /** All text is there, and on its way into the field. */
  | 'inserting'
  | 'done'
  /** It could not be finished; what was understood has been inserted, the rest is kept for a retry. */
  | 'failed'
  /** Failed, and kept no longer. */
  | 'expired'
  | 'cancelled';

/** Which of the provider's ways is used: its stream, or the fallback for audio that the stream failed to settle. */
export type Route = 'stream' | 'fallback';

export type Link =
  /** Not connected, and not going to. */
  | { type: 'none' }
  /** Until the retry timer. */
  | { type: 'waiting' }
  | { type: 'connecting'; route: Route }
  | {
      type: 'ready';
      route: Route;
      /** What was pushed, in the session's order: the session's positions count through these ranges. */
      sent: readonly Range[];
      /** The next sample to push, and the last position at which the session was cut. */
      cursor: number;
      cutAt: number;
      ended: boolean;
      /** Near its maximum age: no phrase is begun, and the next session takes over once this one's are settled. */
      aged: boolean;
    };

/** What the take must know of the provider. */
export interface TakeProvider {
  hasFallback: boolean;
  /** Age at which a session is replaced. */
  maxSessionMs?: number;
}

export interface Take {
  /** With `hold` the text is inserted at once, after the release; with `toggle` phrase by phrase, while the next is spoken. */
  readonly mode: DictationMode;
  readonly phase: TakePhase;
  readonly provider: TakeProvider;
  /** Samples captured. */
  readonly captured: number;
  /** Where phrases end, ascending. */
  readonly cuts: readonly number[];
  /** Voice was heard since the last cut. */
  readonly heard: boolean;
  /** The keys are up (or the dictation was stopped), so that text may be inserted. */
  readonly released: boolean;
  readonly transcript: Transcript;
  readonly link: Link;
  /** Counts the sessions, so that what an earlier one said can be told apart. */
  readonly session: number;
  /** Attempts that failed since text last came. */
  readonly failedAttempts: number;
  /** What is wrong at the moment. */
  readonly error?: SttError;
  /** The text is late, and nothing is known to be wrong. */
  readonly slow: boolean;
  /** Ids of the pieces that were handed over for insertion. */
  readonly handedOver: ReadonlySet<string>;
  /** Insertions handed over and not yet answered. */
  readonly insertions: number;
  readonly usageRecorded: boolean;
  /** When to stop trying; undefined before the release. */
  readonly giveUpAt?: number;
  /** The farthest sample ever pushed. */
  readonly farthest: number;
}

export type TakeTimer = 'retry' | 'give-up' | 'slow' | 'limit' | 'session-age' | 'expiry';

export type TakeEvent =
  /** More audio is in the buffer, up to `end`. `heard`: voice was heard since the last cut. `cut`: a phrase ends here. */
  | { type: 'captured'; end: number; heard: boolean; cut: boolean }
  /** No more audio comes. `speech`: the audio since the last cut may hold speech. `released`: text may be inserted. */
  | { type: 'audio-ended'; end: number; speech: boolean; released: boolean }
  | { type: 'released' }
  | { type: 'session'; event: SttEvent }
  /** The engine has performed the step that `nextStep` named. */
  | { type: 'step-done'; step: Step }
  | { type: 'timer'; timer: TakeTimer }
  | { type: 'insertion-done' }
  /** The machine slept: sessions are dead, whether they know it or not. */
  | { type: 'woke' }
  | { type: 'cancel' }
  /** The user wants it tried again, by what is chosen now. */
  | { type: 'retry'; provider: TakeProvider };

export type TakeEffect =
  | { type: 'connect'; route: Route }
  /** `end` lets the session finish by itself, `drop` ends it at once. */
  | { type: 'disconnect'; how: 'end' | 'drop' }
  | { type: 'start-timer'; timer: TakeTimer; delayMs: number }
  | { type: 'stop-timers' }
  /** Remember the field that has the focus, for text of the audio up to here. */
  | { type: 'capture-target'; at: number }
  | { type: 'insert'; pieces: readonly Piece[] }
  /** Audio before this position is not needed any more. */
  | { type: 'forget-audio'; before: number }
  | { type: 'record-usage'; samples: number };

/** What to do next with the session. */
export type Step = { type: 'push'; from: number; to: number } | { type: 'cut'; at: number } | { type: 'end' };

export interface TakeStep {
  take: Take;
  effects: TakeEffect[];
}

/** A new take, which connects at once. */
export function beginTake(mode: DictationMode, provider: TakeProvider): TakeStep {
  const take: Take = {
    mode,
    phase: 'recording',
    provider,
    captured: 0,
    cuts: [],
    heard: false,
    released: false,
    transcript: EMPTY_TRANSCRIPT,
    link: { type: 'none' },
    session: 0,
    failedAttempts: 0,
    slow: false,
    handedOver: new Set(),
    insertions: 0,
    usageRecorded: false,
    farthest: 0,
  };
  const effects: TakeEffect[] = [];
  return { take: connect(take, effects), effects };
}

/** Takes one event at a clock time in milliseconds. Events that don't fit the phase change nothing. */
export function reduceTake(before: Take, event: TakeEvent, now: number): TakeStep {
  const effects: TakeEffect[] = [];
  const take = isOver(before) ? afterwards(before, event, now, effects) : react(before, event, now, effects);
  return { take, effects };
}

/** The next step towards the provider, if there is one to take now. */
export function nextStep(take: Take): Step | undefined {
  const { link } = take;
  if (link.type !== 'ready' || link.ended) return undefined;
  if (link.cursor > link.cutAt && take.cuts.includes(link.cursor)) return { type: 'cut', at: link.cursor };
  if (link.aged && link.cursor === link.cutAt) return undefined;
  const next = unsettled(take.transcript, { from: link.cursor, to: take.captured })[0];
  if (next) {
    const phraseEnd = take.cuts.find((cut) => cut > next.from) ?? (take.heard ? take.captured : next.from);
    const to = Math.min(next.to, phraseEnd, next.from + TAKE.pushSamples);
    if (to > next.from) return { type: 'push', from: next.from, to };
  }
  return take.phase === 'finishing' ? { type: 'end' } : undefined;
}

/** Whether the take still does anything by itself. */
export function isOver(take: Take): boolean {
  return take.phase !== 'recording' && take.phase !== 'finishing' && take.phase !== 'inserting';
}

function react(take: Take, event: TakeEvent, now: number, effects: TakeEffect[]): Take {
  switch (event.type) {
    case 'captured':
      return take.phase === 'recording' ? capture(take, event, effects) : take;
    case 'audio-ended':
      return take.phase === 'recording' ? endAudio(take, event, now, effects) : take;
    case 'released':
      return release(take, now, effects);
    case 'session':
      return hearSession(take, event.event, now, effects);
    case 'step-done':
      return noteStep(take, event.step, now, effects);
    case 'timer':
      return hearTimer(take, event.timer, now, effects);
    case 'insertion-done':
      return noteInsertion(take);
    case 'woke':
      return reconnect(take, effects);
    case 'cancel':
      return cancel(take, effects);
    case 'retry':
      return take;
  }
}

/** Events after the end: insertions that were still under way, a retry, and the end of its time. */
function afterwards(take: Take, event: TakeEvent, now: number, effects: TakeEffect[]): Take {
  if (event.type === 'insertion-done') return noteInsertion(take);
  if (take.phase !== 'failed') return take;
  if (event.type === 'cancel') return cancel(take, effects);
  if (event.type === 'timer' && event.timer === 'expiry') {
    return { ...take, phase: 'expired' };
  }
  if (event.type === 'retry') {
    effects.push({ type: 'stop-timers' });
    const { provider } = event;
    return finish({ ...withoutError(take), provider, phase: 'finishing', failedAttempts: 0 }, now, effects);
  }
  return take;
}

function capture(take: Take, event: Extract<TakeEvent, { type: 'captured' }>, effects: TakeEffect[]): Take {
  const { end, heard, cut } = event;
  if (!cut) return { ...take, captured: end, heard };
  if (take.mode === 'toggle') effects.push({ type: 'capture-target', at: end });
  return { ...take, captured: end, heard: false, cuts: [...take.cuts, end] };
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
    : doneIfInserted(handOver(released, effects));
}

/** Begins the wait for the text, after the release or for a retry. Before the release nothing is given up. */
function finish(take: Take, now: number, effects: TakeEffect[]): Take {
  const completed = completeIfSettled(take, effects);
  if (completed.phase !== 'finishing' || !take.released) return completed;
  if (take.error && !isRetryable(take.error.kind)) return fail(take, effects);
  effects.push(
    { type: 'start-timer', timer: 'give-up', delayMs: TAKE.giveUpMs },
    { type: 'start-timer', timer: 'slow', delayMs: TAKE.slowMs },
    { type: 'start-timer', timer: 'limit', delayMs: TAKE.finishLimitMs + millisecondsOf(take.captured) },
  );
  const waiting = { ...take, giveUpAt: now + TAKE.giveUpMs };
  return isLinked(take) ? waiting : connect(waiting, effects);
}

function connect(take: Take, effects: TakeEffect[]): Take {
  // After the release every other attempt goes the other way, once the stream has failed twice.
  const { failedAttempts } = take;
  const byFallback =
    take.phase === 'finishing' && take.provider.hasFallback && failedAttempts >= 2 && failedAttempts % 2 === 0;
  const route = byFallback ? 'fallback' : 'stream';
  effects.push({ type: 'connect', route });
  return { ...take, link: { type: 'connecting', route }, session: take.session + 1 };
}

function reconnect(take: Take, effects: TakeEffect[]): Take {
  if (take.link.type === 'none') return take;
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
  return connect(take, effects);
}

function hearSession(take: Take, event: SttEvent, now: number, effects: TakeEffect[]): Take {
  if (!isLinked(take)) return take;
  switch (event.type) {
    case 'ready':
      return noteReady(take, effects);
    case 'partial':
      return notePartial(take, event);
    case 'final':
      return noteFinal(take, event, now, effects);
    case 'closed':
      return loseSession(take, event.error, now, effects);
  }
}

function noteReady(take: Take, effects: TakeEffect[]): Take {
  if (take.link.type !== 'connecting') return take;
  const { route } = take.link;
  const { maxSessionMs } = take.provider;
  if (route === 'stream' && maxSessionMs !== undefined) {
    effects.push({ type: 'start-timer', timer: 'session-age', delayMs: maxSessionMs });
  }
  const link: Link = { type: 'ready', route, sent: [], cursor: 0, cutAt: 0, ended: false, aged: false };
  // The fallback is ready before it has reached anybody.
  return route === 'stream' ? { ...withoutError(take), link } : { ...take, link };
}

function notePartial(take: Take, event: Extract<SttEvent, { type: 'partial' }>): Take {
  if (take.link.type !== 'ready') return take;
  const { segment, text, stable } = event;
  const from = toTake(take.link.sent, { from: event.from, to: event.from + 1 })[0]?.from ?? take.link.cursor;
  const transcript = setProvisional(take.transcript, { session: take.session, segment, from, text, stable });
  return { ...take, transcript };
}

function noteFinal(take: Take, event: Extract<SttEvent, { type: 'final' }>, now: number, effects: TakeEffect[]): Take {
  if (take.link.type !== 'ready') return take;
  let transcript = dropProvisional(take.transcript, take.session, event.segment);
  let { text } = event;
  for (const range of toTake(take.link.sent, event)) {
    const settled = settle(transcript, range, text);
    if (settled !== transcript) text = '';
    transcript = settled;
  }
  effects.push({ type: 'forget-audio', before: settledUpTo(transcript) });
  const heard = noteProgress({ ...withoutError(take), transcript, failedAttempts: 0, slow: false }, now);
  const completed = completeIfSettled(handOver(heard, effects), effects);
  return replaceIfAged(completed, effects);
}

function loseSession(take: Take, error: SttError | undefined, now: number, effects: TakeEffect[]): Take {
  // The fallback may be missing at a host whose stream is only away for a moment: what it says decides nothing.
  const onFallback = take.link.type !== 'none' && take.link.type !== 'waiting' && take.link.route === 'fallback';
  // An aged session is replaced without a word to the user.
  const told = error && error.kind !== 'expired' && !(onFallback && take.error) ? { error } : {};
  const lost: Take = { ...take, ...told, link: { type: 'none' }, failedAttempts: take.failedAttempts + 1 };
  const isHopeless = error !== undefined && !isRetryable(error.kind) && !onFallback;
  if (isHopeless) return lost.phase === 'finishing' && lost.released ? fail(lost, effects) : lost;
  if (lost.giveUpAt !== undefined && now >= lost.giveUpAt) return fail(lost, effects);
  const pauseMs = TAKE.retryMs[Math.min(take.failedAttempts, TAKE.retryMs.length - 1)] ?? 0;
  effects.push({ type: 'start-timer', timer: 'retry', delayMs: Math.max(pauseMs, error?.retryAfterMs ?? 0) });
  return { ...lost, link: { type: 'waiting' } };
}

function noteStep(take: Take, step: Step, now: number, effects: TakeEffect[]): Take {
  const { link } = take;
  if (link.type !== 'ready') return take;
  switch (step.type) {
    case 'push': {
      const sent = append(link.sent, step);
      const sentOn = { ...take, link: { ...link, sent, cursor: step.to } };
      // Audio that leaves for the first time is progress; sending the same again is not.
      return step.to > take.farthest ? noteProgress({ ...sentOn, farthest: step.to }, now) : sentOn;
    }
    case 'cut':
      return replaceIfAged({ ...take, link: { ...link, cutAt: step.at } }, effects);
    case 'end':
      return { ...take, link: { ...link, ended: true } };
  }
}

function hearTimer(take: Take, timer: TakeTimer, now: number, effects: TakeEffect[]): Take {
  switch (timer) {
    case 'retry':
      return take.link.type === 'waiting' ? connect(take, effects) : take;
    case 'give-up': {
      if (take.phase !== 'finishing' || take.giveUpAt === undefined) return take;
      if (now < take.giveUpAt) {
        effects.push({ type: 'start-timer', timer, delayMs: take.giveUpAt - now });
        return take;
      }
      // A session that stands has limits of its own; when it is lost now, it is not replaced.
      return take.link.type === 'ready' ? take : fail(take, effects);
    }
    case 'slow':
      return take.phase === 'finishing' ? { ...take, slow: true } : take;
    case 'limit':
      return take.phase === 'finishing' ? fail(take, effects) : take;
    case 'session-age':
      return take.link.type === 'ready'
        ? replaceIfAged({ ...take, link: { ...take.link, aged: true } }, effects)
        : take;
    case 'expiry':
      return take;
  }
}

/** Once an aged session has settled all that it was sent, and no phrase is under way, the next one takes over. */
function replaceIfAged(take: Take, effects: TakeEffect[]): Take {
  const { link } = take;
  if (link.type !== 'ready' || !link.aged || link.ended || link.cursor !== link.cutAt) return take;
  if (link.sent.some((range) => unsettled(take.transcript, range).length > 0)) return take;
  effects.push({ type: 'disconnect', how: 'end' });
  return connect(take, effects);
}

function completeIfSettled(take: Take, effects: TakeEffect[]): Take {
  if (take.phase !== 'finishing' || settledUpTo(take.transcript) < take.captured) return take;
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: take.link.type === 'ready' ? 'end' : 'drop' });
  const complete: Take = { ...withoutError(take), phase: 'inserting', link: { type: 'none' }, slow: false };
  return doneIfInserted(handOver(recordUsage(complete, effects), effects));
}

function fail(take: Take, effects: TakeEffect[]): Take {
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
  effects.push({ type: 'start-timer', timer: 'expiry', delayMs: TAKE.keepFailedMs });
  const failed: Take = { ...take, phase: 'failed', link: { type: 'none' }, slow: false };
  return handOver(recordUsage(failed, effects), effects);
}

function cancel(take: Take, effects: TakeEffect[]): Take {
  effects.push({ type: 'stop-timers' });
  if (isLinked(take)) effects.push({ type: 'disconnect', how: 'drop' });
  // Phrases that stand in the field already are kept, and count.
  const inserted = take.transcript.pieces.filter((piece) => take.handedOver.has(piece.id));
  const transcript: Transcript = { pieces: inserted, provisional: [] };
  return recordUsage({ ...take, phase: 'cancelled', link: { type: 'none' }, transcript, slow: false }, effects);
}

/**
 * Hands text over for insertion: with toggle each piece once all before it is there, with hold all at once after the
 * release. A failed take hands over what there is, in order; what a retry adds later follows.
 */
function handOver(take: Take, effects: TakeEffect[]): Take {
  const whole = take.phase === 'inserting' || take.phase === 'failed';
  if (take.mode === 'hold' && !(whole && take.released)) return take;
  const upTo = take.phase === 'failed' ? take.captured : settledUpTo(take.transcript);
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

function noteInsertion(take: Take): Take {
  return doneIfInserted({ ...take, insertions: take.insertions - 1 });
}

function doneIfInserted(take: Take): Take {
  const inserted = take.insertions === 0 && take.transcript.pieces.every((piece) => take.handedOver.has(piece.id));
  return take.phase === 'inserting' && inserted ? { ...take, phase: 'done' } : take;
}

/** Seconds count once per take, when there is text for them. */
function recordUsage(take: Take, effects: TakeEffect[]): Take {
  if (take.usageRecorded || take.transcript.pieces.every((piece) => piece.text.trim() === '')) return take;
  effects.push({ type: 'record-usage', samples: take.captured });
  return { ...take, usageRecorded: true };
}

/** Text became final, or audio left for the first time: it is worth going on for a while. */
function noteProgress(take: Take, now: number): Take {
  return take.giveUpAt === undefined ? take : { ...take, giveUpAt: now + TAKE.giveUpMs };
}

function isLinked(take: Take): boolean {
  return take.link.type === 'connecting' || take.link.type === 'ready';
}

function withoutError(take: Take): Take {
  const { error: _, ...rest } = take;
  return rest;
}

/** Adds a range to what was sent, as part of the last one where it continues it. */
function append(sent: readonly Range[], { from, to }: Range): Range[] {
  const last = sent.at(-1);
  return last?.to === from ? [...sent.slice(0, -1), { from: last.from, to }] : [...sent, { from, to }];
}

/** Where a range of the current session's positions lies in the take. What was never sent is left out. */
export function rangesInTake(take: Take, range: Range): Range[] {
  return take.link.type === 'ready' ? toTake(take.link.sent, range) : [];
}

function toTake(sent: readonly Range[], range: Range): Range[] {
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

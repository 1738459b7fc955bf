/**
 * One take: from the first sample of a dictation to its text in the field. A pure reducer; the engine performs the
 * effects. The take owns no audio, only positions in it: what is captured, cut into phrases, sent, and settled.
 * Whatever a provider does, unsettled audio is sent again, and settled audio is not.
 */
import { watchProvider } from './backup.ts';
import type { DictationManner } from './gesture.ts';
import { connect, connectAnew, replaceIfAged } from './take-connection.ts';
import { cancel, finish, giveUp } from './take-finishing.ts';
import { handleInsertion } from './take-insertion.ts';
import { capture, change, commit, endAudio, release, setInsertable } from './take-recording.ts';
import { handleSession, handleStep } from './take-session.ts';
import {
  isOver,
  type Take,
  type TakeEffect,
  type TakeEvent,
  type TakeProvider,
  type TakeTimer,
  withoutError,
} from './take-state.ts';
import { EMPTY_TRANSCRIPT } from './transcript.ts';
import { BACKUP } from './tuning.ts';

export interface TakeStep {
  take: Take;
  effects: TakeEffect[];
}

/** Returns a new take. It connects once it is known where to. */
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

/** Handles one event at a clock time in milliseconds. Events that don't fit the phase are ignored. */
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

/** Handles events after the end: insertions still in progress, a retry, and expiry. */
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
      // An open session has its own limits; if it is lost now, it is not replaced.
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

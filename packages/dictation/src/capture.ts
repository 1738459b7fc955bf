/**
 * The recording: one microphone, one state machine, `idle → starting → recording → tail → idle`. A pure reducer; the
 * engine performs the effects. A take begins at key-down, so that it connects while the microphone opens, and finishes
 * on its own: a new press never waits for earlier text.
 */
import { millisecondsOf } from '@workspace/speech/samples';
import type { DictationManner } from './gesture.ts';
import type { MicrophoneFailure } from './ports.ts';
import { CAPTURE } from './tuning.ts';

export type Capture =
  | { state: 'idle' }
  /**
   * The microphone is opening. `stopRequested`: the keys were released meanwhile. `caughtUp`: nothing was recorded
   * before the release.
   */
  | { state: 'starting'; manner: DictationManner; stopRequested: boolean; caughtUp: boolean }
  | { state: 'recording'; manner: DictationManner; warned: boolean; sounded: boolean }
  /**
   * After the release, until voice is gone. `caughtUp`: all samples from before the release have arrived; `samples`:
   * how many have arrived since.
   */
  | { state: 'tail'; manner: DictationManner; caughtUp: boolean; samples: number };

export type CaptureTimer = 'start-limit' | 'stalled' | 'tail-limit';

export type CaptureEvent =
  /** `tentative`: the press may turn out not to be meant as dictation. */
  | { type: 'start'; manner: DictationManner; tentative: boolean }
  | { type: 'change'; manner: DictationManner }
  | { type: 'stop' }
  | { type: 'drop' }
  | { type: 'cancel' }
  /** Samples arrived; `silenceMs`: time since voice was last heard. */
  | { type: 'samples'; count: number; silenceMs: number }
  /** All samples recorded before the `catch-up` effect have arrived. */
  | { type: 'caught-up' }
  /** The microphone ended on its own. */
  | { type: 'microphone-ended'; failure?: MicrophoneFailure }
  /** The take has reached its maximum length. */
  | { type: 'take-full' }
  | { type: 'sleep' }
  | { type: 'timer'; timer: CaptureTimer };

/** Why a recording ended other than by the user; `end`: the file it was played from has ended. */
export type CaptureStop = MicrophoneFailure | 'silence' | 'sleep' | 'end';

export type CaptureEffect =
  | { type: 'open-microphone' }
  | { type: 'close-microphone' }
  | { type: 'begin-take'; manner: DictationManner; tentative: boolean }
  /** The newest take continues in another manner. */
  | { type: 'change-take'; manner: DictationManner }
  /**
   * The newest take has all its audio. `released`: its text, and that of the takes before it, may be inserted.
   * `finished`: it completes the dictation, which may then be sent.
   */
  | { type: 'end-take'; released: boolean; finished: boolean }
  /** The newest take, and the unreleased ones before it, must leave no trace. */
  | { type: 'drop-take' }
  | { type: 'cancel-take' }
  /**
   * The keys are up and the tail is being recorded. Once speech has ended, its text needn't wait for the end of the
   * tail.
   */
  | { type: 'commit-phrase' }
  /** Ask the microphone to report once everything recorded so far has arrived. */
  | { type: 'catch-up' }
  /** The recording ended on its own. */
  | { type: 'stopped'; by: CaptureStop }
  /** Silence has lasted so long that the recording may have been forgotten. */
  | { type: 'warn-of-silence' }
  | { type: 'start-timer'; timer: CaptureTimer; delayMs: number }
  | { type: 'stop-timers' };

export interface CaptureStep {
  capture: Capture;
  effects: CaptureEffect[];
}

export const IDLE: Capture = { state: 'idle' };

const END_TAKE: CaptureEffect = { type: 'end-take', released: true, finished: true };

/** Handles one event. Events that don't fit the state are ignored. */
export function reduceCapture(capture: Capture, event: CaptureEvent): CaptureStep {
  switch (event.type) {
    case 'start':
      return start(capture, event);
    case 'change':
      return change(capture, event.manner);
    case 'stop':
      return stop(capture);
    case 'drop':
      return capture.state === 'idle' ? unchanged(capture) : end([{ type: 'drop-take' }]);
    case 'cancel':
      return capture.state === 'idle' ? unchanged(capture) : end([{ type: 'cancel-take' }]);
    case 'samples':
      return handleSamples(capture, event);
    case 'caught-up':
      return catchUp(capture);
    case 'microphone-ended':
      return endByItself(capture, event.failure ?? 'end');
    case 'take-full':
      return rollOver(capture);
    case 'sleep':
      return endByItself(capture, 'sleep');
    case 'timer':
      return handleTimer(capture, event.timer);
  }
}

function start(capture: Capture, { manner, tentative }: Extract<CaptureEvent, { type: 'start' }>): CaptureStep {
  switch (capture.state) {
    case 'idle':
      return {
        capture: { state: 'starting', manner, stopRequested: false, caughtUp: false },
        effects: [
          { type: 'begin-take', manner, tentative },
          { type: 'open-microphone' },
          { type: 'start-timer', timer: 'start-limit', delayMs: CAPTURE.startLimitMs },
        ],
      };
    case 'starting':
      // Pressed, released and pressed again before any sound: the microphone keeps opening, for a new take.
      return capture.stopRequested
        ? {
            capture: { ...capture, manner, stopRequested: false, caughtUp: false },
            effects: nextTake(manner, tentative),
          }
        : unchanged(capture);
    case 'tail':
      return {
        capture: recording(manner),
        effects: [{ type: 'stop-timers' }, ...nextTake(manner, tentative), watchForStall()],
      };
    case 'recording':
      return unchanged(capture);
  }
}

/** No-op after the stop. */
function change(capture: Capture, manner: DictationManner): CaptureStep {
  const isLive = capture.state === 'recording' || (capture.state === 'starting' && !capture.stopRequested);
  return isLive ? { capture: { ...capture, manner }, effects: [{ type: 'change-take', manner }] } : unchanged(capture);
}

function stop(capture: Capture): CaptureStep {
  if (capture.state === 'starting' && !capture.stopRequested)
    return { capture: { ...capture, stopRequested: true }, effects: [{ type: 'catch-up' }] };
  if (capture.state !== 'recording') return unchanged(capture);
  const { capture: tail, effects } = beginTail(capture.manner, false);
  return { capture: tail, effects: [...effects, { type: 'catch-up' }] };
}

/** On a busy machine samples arrive late: speech from before the release is not part of the tail. */
function catchUp(capture: Capture): CaptureStep {
  if (capture.state === 'starting') return unchanged({ ...capture, caughtUp: capture.stopRequested });
  if (capture.state !== 'tail' || capture.caughtUp) return unchanged(capture);
  return { capture: { ...capture, caughtUp: true, samples: 0 }, effects: [limitTail(true)] };
}

function handleSamples(capture: Capture, { count, silenceMs }: { count: number; silenceMs: number }): CaptureStep {
  switch (capture.state) {
    case 'idle':
      return unchanged(capture);
    case 'starting':
      return capture.stopRequested
        ? beginTail(capture.manner, capture.caughtUp)
        : { capture: recording(capture.manner), effects: [{ type: 'stop-timers' }, watchForStall()] };
    case 'recording':
      return handleWhileRecording(capture, silenceMs);
    case 'tail': {
      const samples = capture.samples + count;
      const tailMs = millisecondsOf(samples);
      const quiet = tailMs >= CAPTURE.tailMinMs && silenceMs >= CAPTURE.tailQuietMs;
      return capture.caughtUp && (quiet || tailMs >= CAPTURE.tailMaxMs)
        ? end([END_TAKE])
        : { capture: { ...capture, samples }, effects: [{ type: 'commit-phrase' }] };
    }
  }
}

function handleWhileRecording(capture: Extract<Capture, { state: 'recording' }>, silenceMs: number): CaptureStep {
  if (silenceMs >= CAPTURE.silenceStopMs) {
    return endByItself(capture, 'silence');
  }
  const warned = silenceMs >= CAPTURE.silenceWarningMs;
  return {
    capture: { ...capture, warned, sounded: true },
    effects: warned && !capture.warned ? [{ type: 'warn-of-silence' }] : [],
  };
}

function beginTail(manner: DictationManner, caughtUp: boolean): CaptureStep {
  return {
    capture: { state: 'tail', manner, caughtUp, samples: 0 },
    effects: [{ type: 'stop-timers' }, limitTail(caughtUp), { type: 'commit-phrase' }],
  };
}

function limitTail(caughtUp: boolean): CaptureEffect {
  return {
    type: 'start-timer',
    timer: 'tail-limit',
    delayMs: caughtUp ? CAPTURE.tailLimitMs : CAPTURE.catchUpLimitMs,
  };
}

function rollOver(capture: Capture): CaptureStep {
  if (capture.state !== 'recording' && capture.state !== 'tail') return unchanged(capture);
  const { manner } = capture;
  return {
    capture,
    effects: [
      { type: 'end-take', released: manner.mode === 'toggle', finished: false },
      { type: 'begin-take', manner, tentative: false },
    ],
  };
}

function handleTimer(capture: Capture, timer: CaptureTimer): CaptureStep {
  switch (timer) {
    case 'start-limit':
      return capture.state === 'starting' ? endByItself(capture, 'failed') : unchanged(capture);
    case 'tail-limit':
      return capture.state === 'tail' ? end([END_TAKE]) : unchanged(capture);
    case 'stalled':
      if (capture.state !== 'recording') return unchanged(capture);
      return capture.sounded
        ? { capture: { ...capture, sounded: false }, effects: [watchForStall()] }
        : endByItself(capture, 'lost');
  }
}

function endByItself(capture: Capture, by: CaptureStop): CaptureStep {
  if (capture.state === 'idle') return unchanged(capture);
  return end([
    { type: 'end-take', released: true, finished: by === 'end' },
    { type: 'stopped', by },
  ]);
}

function end(effects: CaptureEffect[]): CaptureStep {
  return { capture: IDLE, effects: [{ type: 'stop-timers' }, { type: 'close-microphone' }, ...effects] };
}

function recording(manner: DictationManner): Capture {
  return { state: 'recording', manner, warned: false, sounded: true };
}

/** The newest take ends where it is, and the next one begins with the next sample. */
function nextTake(manner: DictationManner, tentative: boolean): CaptureEffect[] {
  return [END_TAKE, { type: 'begin-take', manner, tentative }];
}

function watchForStall(): CaptureEffect {
  return { type: 'start-timer', timer: 'stalled', delayMs: CAPTURE.stalledMs };
}

function unchanged(capture: Capture): CaptureStep {
  return { capture, effects: [] };
}

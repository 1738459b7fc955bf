import { setImmediate } from 'node:timers/promises';
import type { Microphone, MicrophoneListener } from '@workspace/dictation/ports';
import type { Clock } from '@workspace/speech/clock';
import { SAMPLE_RATE } from '@workspace/speech/provider';
import { AudioFileError } from './audio-file-error.ts';

/** `realtime`: as if spoken now. `fast`: as quickly as the listener takes it. */
export type Pace = 'realtime' | 'fast';

/** A recording in place of a microphone. Each opening starts it over. */
export interface FileMicrophone extends Microphone {
  /** Why the file could not be read to its end; the listener only receives `failed`. */
  readonly failure: AudioFileError | undefined;
}

/**
 * Plays what `read` returns: mono PCM16 at `SAMPLE_RATE`, in pieces of any length. The listener gets frames of 20 ms.
 */
export function fileMicrophone(read: () => AsyncIterable<Int16Array>, pace: Pace, clock: Clock): FileMicrophone {
  let failure: AudioFileError | undefined;
  return {
    isPlayback: true,
    get failure() {
      return failure;
    },
    open(listener) {
      failure = undefined;
      const closing = new AbortController();
      const waitUntil = pace === 'realtime' ? realtime(clock, closing.signal) : () => setImmediate();
      play(read(), waitUntil, listener, closing.signal).catch((error: unknown) => {
        if (!(error instanceof AudioFileError)) throw error;
        if (closing.signal.aborted) return;
        failure = error;
        listener.onEnd('failed');
      });
      return { close: () => closing.abort() };
    },
  };
}

const FRAME_SAMPLES = SAMPLE_RATE / 50;
const SAMPLES_PER_MS = SAMPLE_RATE / 1_000;

/** Waits until the sample at `position` would have been spoken. */
type WaitUntil = (position: number) => Promise<void>;

async function play(
  audio: AsyncIterable<Int16Array>,
  waitUntil: WaitUntil,
  listener: MicrophoneListener,
  closed: AbortSignal,
): Promise<void> {
  let position = 0;
  for await (const frame of inFrames(audio)) {
    position += frame.length;
    await waitUntil(position);
    if (closed.aborted) return;
    listener.onSamples(frame);
  }
  if (!closed.aborted) listener.onEnd();
}

/** Positions are timed from now on, not from the previous frame, so that late timers don't add up. */
function realtime(clock: Clock, closed: AbortSignal): WaitUntil {
  const startedAt = clock.now();
  return async (position) => {
    const delayMs = startedAt + position / SAMPLES_PER_MS - clock.now();
    if (delayMs > 0 && !closed.aborted) await delay(clock, delayMs, closed);
  };
}

/** Resolves after `delayMs`, or immediately when the signal is aborted. */
function delay(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(delayMs, finish);
    function finish(): void {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}

async function* inFrames(pieces: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
  let frame = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  for await (const piece of pieces) {
    let taken = 0;
    while (taken < piece.length) {
      const part = piece.subarray(taken, taken + FRAME_SAMPLES - filled);
      frame.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled === FRAME_SAMPLES) {
        yield frame;
        frame = new Int16Array(FRAME_SAMPLES);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield frame.slice(0, filled);
}

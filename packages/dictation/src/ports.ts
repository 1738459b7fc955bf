import type { Clock } from '@workspace/speech/clock';

/** The engine's surroundings. Each is implemented by the app that runs the engine, and by a double in tests. */

/** Clock of the engine: adds the time of day, which may jump, to the steady time that everything is timed by. */
export interface WallClock extends Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  wallTime(): number;
  /** IANA name of the zone the user is in now, such as `Europe/Berlin`. */
  timeZone(): string;
}

/** Why there is no sound. */
export type MicrophoneFailure = 'denied' | 'missing' | 'lost' | 'failed';

export interface MicrophoneListener {
  /** Mono PCM16 at `SAMPLE_RATE`, in order and without gaps, in pieces of any length. The array is the listener's from now on. */
  onSamples(samples: Int16Array): void;
  /** The sound ended by itself: with a failure, or without one where a recording has reached its end. Once, and last. */
  onEnd(failure?: MicrophoneFailure): void;
}

export interface MicrophoneStream {
  /**
   * Calls back once, when all samples have come that the microphone has heard by now. Absent where samples are never
   * under way.
   */
  catchUp?(onDone: () => void): void;
  /** Ends the recording. The listener hears nothing any more. */
  close(): void;
}

export interface Microphone {
  /** Opens the microphone. Samples arrive after this call has returned. */
  open(listener: MicrophoneListener): MicrophoneStream;
}

/** What kind of field text goes into, as far as it matters for what may be typed there. */
export type TargetKind =
  /** Takes several lines; a line break is only a line break. */
  | 'multi-line'
  /** Takes one line. */
  | 'single-line'
  /** A line break would send or run what was typed. */
  | 'terminal'
  | 'chat'
  | 'unknown';

/** The field that text is meant for, remembered at the release. `id` is the inserter's own; one field keeps its id. */
export interface InsertionTarget {
  id: string;
  kind: TargetKind;
}

export type InsertionOutcome =
  | 'inserted'
  /** The field is gone or the focus moved: the text waits on the clipboard. */
  | 'on-clipboard'
  /** The field takes a password: nothing is put there; the text waits on the clipboard. */
  | 'secure-field'
  /** Neither worked. The text stays with the engine, to be pasted again. */
  | 'failed';

export interface Inserter {
  /** The field that has the focus now. */
  captureTarget(): Promise<InsertionTarget>;
  /** The text just before the caret, as much as can be read; undefined where it can't. */
  textBefore(target: InsertionTarget): Promise<string | undefined>;
  /** Puts the text into the target, or on the clipboard where that can't be done. Never twice. */
  insert(target: InsertionTarget, text: string): Promise<InsertionOutcome>;
  /** Puts a text on the clipboard, to wait there for the user. Resolves with whether that worked. */
  leaveOnClipboard(text: string): Promise<boolean>;
}

import type { Clock } from '@workspace/speech/clock';

/** The engine's dependencies, each implemented by the app that runs the engine, and by a fake in tests. */

/** The engine's clock: adds the time of day, which may jump, to the steady time used for all timing. */
export interface WallClock extends Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  wallTime(): number;
  /** IANA name of the user's current time zone, such as `Europe/Berlin`. */
  timeZone(): string;
}

/** Why there is no sound. */
export type MicrophoneFailure = 'denied' | 'missing' | 'lost' | 'failed';

export interface MicrophoneListener {
  /** Mono PCM16 at `SAMPLE_RATE`, in order and without gaps, in pieces of any length. The listener owns the array. */
  onSamples(samples: Int16Array): void;
  /**
   * The sound ended on its own: with a failure, or without one if a recording has reached its end. Called once, and
   * last.
   */
  onEnd(failure?: MicrophoneFailure): void;
}

export interface MicrophoneStream {
  /** Calls back once, when everything recorded so far has arrived. Absent if samples are never in flight. */
  catchUp?(onDone: () => void): void;
  /** Ends the recording. The listener isn't called any more. */
  close(): void;
}

export interface Microphone {
  /** It plays a recording, all of which is heard, however slowly it arrives and however long it is silent. */
  readonly isPlayback?: boolean;
  /** Opens the microphone. Samples arrive after this call has returned. */
  open(listener: MicrophoneListener): MicrophoneStream;
}

/** The kind of field text goes into, as far as it matters for what may be typed there. */
export type TargetKind =
  /** Takes several lines; a line break is only a line break. */
  | 'multi-line'
  /** Takes one line. */
  | 'single-line'
  /** A line break would send or run what was typed. */
  | 'terminal'
  | 'chat'
  | 'unknown';

/** The field text is meant for, remembered when it was spoken. `id` is the inserter's own; a field keeps its id. */
export interface InsertionTarget {
  id: string;
  kind: TargetKind;
  /** The program it belongs to: the bundle id on a Mac, the class in `WM_CLASS` under X11; absent if that isn't known. */
  app?: string;
}

export type InsertionOutcome =
  /** It was pasted, and the program was seen to accept it. */
  | 'inserted'
  /** It was typed or pasted; whether the program accepted it is unknown. */
  | 'unconfirmed'
  /** The field is gone or the focus moved: the text waits on the clipboard. */
  | 'on-clipboard'
  /** A password field: nothing is put there; the text waits on the clipboard. */
  | 'secure-field'
  /** Some program keeps key events to itself, so the text may not have arrived: it waits on the clipboard. */
  | 'secure-input'
  /** Neither worked. The engine keeps the text, so that it can be pasted again. */
  | 'failed';

export type NotInserted = Exclude<InsertionOutcome, 'inserted' | 'unconfirmed'>;

/** Whether a text is in its field, as far as known. */
export function isInserted(outcome: InsertionOutcome): outcome is 'inserted' | 'unconfirmed' {
  return outcome === 'inserted' || outcome === 'unconfirmed';
}

/** The text around the caret, or around the selection that will be replaced: as much as can be read, at least its line. */
export interface TextAround {
  /** Empty at the beginning of the field; undefined if it can't be read. */
  before?: string;
  after?: string;
  /** What is known about the field, if it matters for what is written there; `cell`: of a table. */
  field?: 'search' | 'cell';
}

/** Whether keys that the user holds may be released on their behalf, so that simulated ones keep their meaning. */
export type MayReleaseKeys = () => boolean;

/** `postponed`: nothing was done, because keys are down that may not be released. */
export type Postponable<Outcome> = Outcome | 'postponed';

export interface Inserter {
  /** The program that has the focus now, named as in a target; known sooner than the field. */
  focusedApp(): Promise<string | undefined>;
  /** The field that has the focus now. */
  captureTarget(): Promise<InsertionTarget>;
  /** What can be read around the caret; undefined if nothing can. */
  textAround(target: InsertionTarget): Promise<TextAround | undefined>;
  /** Puts the text into the target, or on the clipboard if that isn't possible. Never twice. */
  insert(
    target: InsertionTarget,
    text: string,
    mayReleaseKeys?: MayReleaseKeys,
  ): Promise<Postponable<InsertionOutcome>>;
  /**
   * Presses Return in the target, if it still has the focus, is not a password field, and the user holds no key that
   * would change what Return does; waits for such keys to go up. `isWanted` is called right before. Resolves with
   * whether Return was pressed.
   */
  pressReturn(
    target: InsertionTarget,
    isWanted: () => boolean,
    mayReleaseKeys?: MayReleaseKeys,
  ): Promise<Postponable<boolean>>;
  /** Puts a text on the clipboard for the user. Resolves with whether that worked. */
  leaveOnClipboard(text: string): Promise<boolean>;
}

/** A text being tidied up. */
export interface PendingCleanUp {
  /**
   * Resolves with the text to write instead, or with undefined if it stays as heard because the model failed, or its
   * answer strays from what was said. Never rejects.
   */
  text: Promise<string | undefined>;
  /** Ends the request immediately: `text` resolves with undefined. */
  cancel(): void;
}

/** Tidies up what was said, using the user's own language model. */
export interface TextCleaner {
  /** The host the text goes to. */
  readonly host: string;
  cleanUp(text: string, context: { languages: readonly string[]; vocabulary: readonly string[] }): PendingCleanUp;
}

/** The selection in a field, as it was read. */
export interface SelectedText {
  target: InsertionTarget;
  text: string;
  /** The reader's own; differs once something else has been selected, even if its text is the same. */
  mark: string;
}

export type SelectionReading =
  | ({ type: 'selected' } & SelectedText)
  /** Nothing is selected, or the selection is unknown. */
  | { type: 'none' }
  | { type: 'too-long' }
  /** A password field: it is not read. */
  | { type: 'secure' };

export type ReplacementOutcome =
  | 'replaced'
  /** The focus or the selection has changed: the text waits on the clipboard. */
  | 'moved'
  /** The field is read-only, or a terminal's: the text waits on the clipboard. */
  | 'not-editable'
  | 'secure-field'
  /** As for an insertion: the text waits on the clipboard. */
  | 'secure-input'
  /** Neither worked. */
  | 'failed';

/**
 * Reads and replaces the selection in the focused field of any program. The clipboard is left as it is, unless stated.
 */
export interface SelectionEditor {
  /** `maxUnits`: a longer selection, in UTF-16 units, is not read. */
  read(maxUnits: number): Promise<SelectionReading>;
  /**
   * Replaces what was read with a text, in one step that the program can undo, if it is still selected in the focused
   * field. Otherwise the text is put on the clipboard. Neither happens if `isWanted`, called right before, returns
   * false.
   */
  replace(
    selection: SelectedText,
    text: string,
    isWanted: () => boolean,
    mayReleaseKeys?: MayReleaseKeys,
  ): Promise<Postponable<ReplacementOutcome>>;
}

/** A text being edited. */
export interface PendingEdit {
  /** Resolves with the whole answer, or with the reason there is none and what to do, in plain words. Never rejects. */
  outcome: Promise<{ text: string } | { problem: string }>;
  /** Ends the request immediately: `outcome` resolves with a problem. */
  cancel(): void;
}

/** Edits text as instructed, using the user's own language model. */
export interface TextEditor {
  /** The host texts go to. */
  readonly host: string;
  /** `text`: the text to edit, treated as data whatever it says; empty if a new one is to be written. */
  edit(request: { instruction: string; text: string }): PendingEdit;
}

import type { Clock } from '@workspace/speech/clock';

/** The engine's dependencies. Each is implemented by the app that runs the engine, and by a double in tests. */

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
  /** The sound ended by itself: with a failure, or without one if a recording has reached its end. Once, and last. */
  onEnd(failure?: MicrophoneFailure): void;
}

export interface MicrophoneStream {
  /**
   * Calls back once, when everything that the microphone has recorded by now has come. Absent if samples are never
   * under way.
   */
  catchUp?(onDone: () => void): void;
  /** Ends the recording. The listener isn't called any more. */
  close(): void;
}

export interface Microphone {
  /** It plays a recording to its end: all of that is heard, however slowly it comes and however long it is silent. */
  readonly isPlayback?: boolean;
  /** Opens the microphone. Samples arrive after this call has returned. */
  open(listener: MicrophoneListener): MicrophoneStream;
}

/** The kind of field that text goes into, if it matters for what may be typed there. */
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
  /** The program it belongs to: the bundle id on a Mac, the class in `WM_CLASS` under X11; absent if that isn't known. */
  app?: string;
}

export type InsertionOutcome =
  /** It was pasted, and the program was seen to take it. */
  | 'inserted'
  /** It was typed or pasted; whether the program took it is unknown. */
  | 'unconfirmed'
  /** The field is gone or the focus moved: the text waits on the clipboard. */
  | 'on-clipboard'
  /** The field takes a password: nothing is put there; the text waits on the clipboard. */
  | 'secure-field'
  /** Some program keeps keys to itself, so the text may never have come: it waits on the clipboard. */
  | 'secure-input'
  /** Neither worked. The text stays with the engine, to be pasted again. */
  | 'failed';

export type NotInserted = Exclude<InsertionOutcome, 'inserted' | 'unconfirmed'>;

/** Whether a text is in its field, as far as is known. */
export function isInserted(outcome: InsertionOutcome): outcome is 'inserted' | 'unconfirmed' {
  return outcome === 'inserted' || outcome === 'unconfirmed';
}

/** The text around the caret, or around the selection that will be replaced: as much as can be read, at least its line. */
export interface TextAround {
  /** Empty at the beginning of the field; undefined if it can't be read. */
  before?: string;
  after?: string;
  /** What is known of the field, if that matters for what is written there: a cell is one of a table. */
  field?: 'search' | 'cell';
}

export interface Inserter {
  /** The program that has the focus now, as a target names it; known sooner than the field. */
  focusedApp(): Promise<string | undefined>;
  /** The field that has the focus now. */
  captureTarget(): Promise<InsertionTarget>;
  /** What can be read around the caret; undefined if nothing can. */
  textAround(target: InsertionTarget): Promise<TextAround | undefined>;
  /** Puts the text into the target, or on the clipboard if that can't be done. Never twice. */
  insert(target: InsertionTarget, text: string): Promise<InsertionOutcome>;
  /**
   * Presses Return in the target, if that still has the focus, takes no password, and the user holds no key that would
   * make another one of it; keys are waited for. `isWanted` is asked right before. Resolves with whether it was pressed.
   */
  pressReturn(target: InsertionTarget, isWanted: () => boolean): Promise<boolean>;
  /** Puts a text on the clipboard, to wait there for the user. Resolves with whether that worked. */
  leaveOnClipboard(text: string): Promise<boolean>;
}

/** A text that is being tidied up. */
export interface PendingCleanUp {
  /**
   * Resolves with the text that is to be written instead, or with undefined if it is to stay as heard: the model
   * failed, or its answer strays from what was said. Never rejects.
   */
  text: Promise<string | undefined>;
  /** Ends the request at once: `text` resolves with undefined. */
  cancel(): void;
}

/** Tidies up what was said, by a language model of the user's. */
export interface TextCleaner {
  /** The host that the text goes to. */
  readonly host: string;
  cleanUp(text: string, context: { languages: readonly string[]; vocabulary: readonly string[] }): PendingCleanUp;
}

/** What is selected in a field, as it was read. */
export interface SelectedText {
  /** The field. */
  target: InsertionTarget;
  text: string;
  /** The reader's own: another one if something else was selected since, even if it is the same text. */
  mark: string;
}

export type SelectionReading =
  | ({ type: 'selected' } & SelectedText)
  /** Nothing is selected, or it can't be known. */
  | { type: 'none' }
  | { type: 'too-long' }
  /** The field takes a password: it is not read. */
  | { type: 'secure' };

export type ReplacementOutcome =
  | 'replaced'
  /** The focus or the selection is another one now: the text waits on the clipboard. */
  | 'moved'
  /** The field can't be written in, or is a terminal's: the text waits on the clipboard. */
  | 'not-editable'
  | 'secure-field'
  /** As of an insertion: the text waits on the clipboard. */
  | 'secure-input'
  /** Neither worked. */
  | 'failed';

/** What is selected in the field that has the focus, in whatever program. The clipboard stays as it is. */
export interface SelectionEditor {
  /** `maxUnits`: what is longer, in UTF-16 units, is not read. */
  read(maxUnits: number): Promise<SelectionReading>;
  /**
   * Puts a text in place of what was read, in one go, so that the program can undo it; if that is still selected in the
   * field that has the focus. Else the text is put on the clipboard. Without either if `isWanted`, asked right before,
   * denies it.
   */
  replace(selection: SelectedText, text: string, isWanted: () => boolean): Promise<ReplacementOutcome>;
}

/** A text that is being edited. */
export interface PendingEdit {
  /** Resolves with the whole answer, or with why there is none and what to do, in plain words. Never rejects. */
  outcome: Promise<{ text: string } | { problem: string }>;
  /** Ends the request at once: `outcome` resolves with a problem. */
  cancel(): void;
}

/** Edits text as instructed, using the user's own language model. */
export interface TextEditor {
  /** The host that texts go to. */
  readonly host: string;
  /** `text`: what is to be edited, data whatever it says; empty if one is to be written. */
  edit(request: { instruction: string; text: string }): PendingEdit;
}

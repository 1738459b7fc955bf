import type { SttCaps, SttError, SttEvent } from '@workspace/speech/provider';
import type { DictationManner } from './gesture.ts';
import type { Piece, Range, Transcript } from './transcript.ts';

export type TakePhase =
  /** Audio is arriving. */
  | 'recording'
  /** All audio has arrived, its text has not. */
  | 'finishing'
  /** All text has arrived, and is on its way into the field. */
  | 'inserting'
  | 'done'
  /** Could not be finished; what was understood is inserted, and the rest is kept for a retry. */
  | 'failed'
  /** Failed, and kept no longer. */
  | 'expired'
  | 'cancelled';

/**
 * How audio becomes text: through the provider's stream, its fallback for what the stream failed to settle, or the
 * backup on this computer for what the provider failed to settle.
 */
export type Route = 'stream' | 'fallback' | 'backup';

export type Connection =
  /** Not connected, and not about to be. */
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
      /** Samples pushed since anything was last understood. */
      unanswered: number;
      ended: boolean;
      /** Near its maximum age: it starts no new phrase, and the next session takes over once its phrases are final. */
      aged: boolean;
    };

/** What the take needs to know about the provider. */
export interface TakeProvider {
  host: string;
  segmentation: SttCaps['segmentation'];
  hasFallback: boolean;
  /** Recognition on this computer takes over if the provider fails. */
  hasBackup: boolean;
  /** Age at which a session is replaced. */
  maxSessionMs?: number;
}

export interface Take {
  readonly manner: DictationManner;
  /** Text of the audio up to here needn't wait for the release: if no key is held, all of it. */
  readonly insertableUpTo: number;
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
  /** Set once nobody is speaking after the release: what was said up to here needn't wait for the end of the audio. */
  readonly saidUpTo: number | undefined;
  readonly transcript: Transcript;
  readonly connection: Connection;
  /** Number of sessions so far, by which what an earlier one reported can be recognized. */
  readonly session: number;
  /** Failed attempts since text last arrived. */
  readonly failedAttempts: number;
  /** Set once the backup has taken over for the rest of the take, with the reason. */
  readonly backup: { readonly reason: SttError } | undefined;
  /** Samples that the backup has settled. */
  readonly backupSamples: number;
  /** When the backup takes over from a provider that owes an answer, unless anything is understood before. */
  readonly patienceEndsAt: number | undefined;
  /** The current problem. */
  readonly error?: SttError;
  /** The text is late, and nothing is known to be wrong. */
  readonly slow: boolean;
  /** Ids of the pieces that were handed over for insertion. */
  readonly handedOver: ReadonlySet<string>;
  /** Insertions handed over and not yet answered. */
  readonly insertions: number;
  /** All text has been dealt with; Return may have to follow. */
  readonly concluding: boolean;
  readonly usageRecorded: boolean;
  /** When to stop trying; undefined before the release. */
  readonly giveUpAt?: number;
  /** The farthest sample ever pushed. */
  readonly farthest: number;
}

export type TakeTimer =
  | 'retry'
  | 'prepare-backup'
  | 'patience'
  | 'give-up'
  | 'slow'
  | 'limit'
  | 'session-age'
  | 'expiry';

export type TakeEvent =
  /** It is now known where audio is sent. */
  | { type: 'begun'; provider: TakeProvider }
  /** Text of the phrase that ends at a cut may be inserted into the field that had the focus then. */
  | { type: 'insertable'; upTo: number }
  /** More audio is in the buffer, up to `end`. `heard`: voice was heard since the last cut. `cut`: a phrase ends here. */
  | { type: 'captured'; end: number; heard: boolean; cut: boolean }
  /** The keys are up and speech has ended; a little more audio is still to come. `cut`: a phrase ends here. */
  | { type: 'committed'; cut: boolean }
  /**
   * No more audio is coming. `speech`: the audio since the last cut may hold speech. `released`: text may be inserted.
   */
  | { type: 'audio-ended'; end: number; speech: boolean; released: boolean }
  /** The take continues in another manner. */
  | { type: 'changed'; manner: DictationManner }
  | { type: 'released' }
  | { type: 'session'; event: SttEvent }
  /** The engine has performed the step that `nextStep` returned. */
  | { type: 'step-done'; step: Step }
  | { type: 'timer'; timer: TakeTimer }
  | { type: 'insertion-done' }
  /** Return was pressed, or doesn't have to be. */
  | { type: 'concluded' }
  /** The machine slept: sessions are dead, whether they know it or not. */
  | { type: 'woke' }
  | { type: 'cancel' }
  /** The user wants a retry, with the current settings. */
  | { type: 'retry'; provider: TakeProvider };

export type TakeEffect =
  | { type: 'connect'; route: Route }
  /** `end` lets the session finish on its own, `drop` ends it immediately. */
  | { type: 'disconnect'; how: 'end' | 'drop' }
  | { type: 'prepare-backup' }
  | { type: 'start-timer'; timer: TakeTimer; delayMs: number }
  | { type: 'stop-timers' }
  /** Remember the focused field for text of the audio up to here. */
  | { type: 'capture-target'; at: number }
  | { type: 'insert'; pieces: readonly Piece[] }
  /** Every text is in its field, or was given up on: press Return if asked for. */
  | { type: 'conclude' }
  /** Audio before this position is not needed any more. */
  | { type: 'forget-audio'; before: number }
  | { type: 'record-usage'; samples: number };

/** What to do next with the session. */
export type Step = { type: 'push'; from: number; to: number } | { type: 'cut'; at: number } | { type: 'end' };

/** Whether the take no longer does anything on its own. */
export function isOver(take: Take): boolean {
  return take.phase !== 'recording' && take.phase !== 'finishing' && take.phase !== 'inserting';
}

export function withoutError(take: Take): Take {
  const { error: _, ...rest } = take;
  return rest;
}

import type { VoiceEdit } from './edit.ts';
import type { DictationManner } from './gesture.ts';
import type { InsertionOutcome, InsertionTarget } from './ports.ts';

/** State shared by the takes of a dictation; only a long dictation has several. */
export interface Dictation {
  manner: DictationManner;
  /** The edit, if the dictation is an instruction for one: then none of its text is inserted. */
  edit: VoiceEdit | undefined;
  delivery: Delivery;
  /** Takes whose text is still to come, possibly through a retry. */
  readonly unfinished: Set<number>;
  /** The user has ended it. */
  isFinished: boolean;
}

/** Outcome of a dictation's texts so far, as far as it decides whether Return follows. */
export interface Delivery {
  /** The field that got the last text; undefined if there was none. */
  readonly target: InsertionTarget | undefined;
  /** Every text is in its field, as far as known. */
  readonly isWhole: boolean;
  /** Every text was seen to arrive. */
  readonly isConfirmed: boolean;
  /** The last text ended with the spoken command for Return. */
  readonly isReturnSpoken: boolean;
}

export const NOTHING_DELIVERED: Delivery = {
  target: undefined,
  isWhole: true,
  isConfirmed: true,
  isReturnSpoken: false,
};

/** The outcome of one text. */
export interface InsertionResult {
  outcome: InsertionOutcome;
  /** As composed; empty if nothing was left to write. */
  text: string;
  /** The text without clean-up; absent if identical. */
  asHeard?: string;
  /** The field it was meant for; undefined if unknown. */
  target: InsertionTarget | undefined;
  /** "Press enter" was said at its end. */
  pressReturn: boolean;
  /** Nothing but fillers was said. */
  isSilence: boolean;
}

/**
 * Where Return is pressed, or why it isn't. `none`: not asked for, nothing to send, or some text could not be inserted.
 */
export type ReturnDecision = { press: InsertionTarget } | 'none' | 'unconfirmed';

/** Why Return was not pressed: it is unknown whether the text arrived, or the field had lost the focus. */
export type ReturnMiss = 'unconfirmed' | 'refused';

/** Returns the delivery including the next text's outcome. */
export function withDelivery(before: Delivery, { outcome, text, target, pressReturn }: InsertionResult): Delivery {
  if (text === '') return { ...before, isReturnSpoken: pressReturn };
  const isConfirmed = outcome === 'inserted';
  return {
    target,
    isWhole: before.isWhole && (isConfirmed || outcome === 'unconfirmed'),
    isConfirmed: before.isConfirmed && isConfirmed,
    isReturnSpoken: pressReturn,
  };
}

/**
 * Decides whether Return follows a dictation whose texts have all been dealt with. `isAsked`: whether the key or the
 * app's settings ask for it. If a text could not be inserted, nothing is sent without it; the user is told about that
 * text.
 */
export function decideReturn(
  { target, isWhole, isConfirmed, isReturnSpoken }: Delivery,
  isAsked: (app: string | undefined) => boolean,
): ReturnDecision {
  if (!target || !isWhole || !(isReturnSpoken || isAsked(target.app))) return 'none';
  return isConfirmed ? { press: target } : 'unconfirmed';
}

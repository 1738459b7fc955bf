import type { VoiceEdit } from './edit.ts';
import type { DictationManner } from './gesture.ts';
import type { InsertionOutcome, InsertionTarget } from './ports.ts';

/** What the takes of a dictation have in common; only a long one has several. */
export interface Dictation {
  manner: DictationManner;
  /** Where it is an instruction, what it is for: then nothing of it is inserted. */
  edit: VoiceEdit | undefined;
  delivery: Delivery;
  /** Its takes of which text is still to come, also by a retry. */
  readonly unfinished: Set<number>;
  /** The user has ended it. */
  isFinished: boolean;
}

/** What became of the texts of a dictation so far: the parts that decide whether Return follows them. */
export interface Delivery {
  /** The field that got the last text; undefined if there was none. */
  readonly target: InsertionTarget | undefined;
  /** Every text was put into its field, as far as is known. */
  readonly isWhole: boolean;
  /** Every text was seen to be taken. */
  readonly isConfirmed: boolean;
  /** The last text ended with the spoken command for it. */
  readonly isReturnSpoken: boolean;
}

export const NOTHING_DELIVERED: Delivery = {
  target: undefined,
  isWhole: true,
  isConfirmed: true,
  isReturnSpoken: false,
};

/** What became of one text. */
export interface InsertionResult {
  outcome: InsertionOutcome;
  /** As it was composed; empty if nothing was left to be written. */
  text: string;
  /** The same as it would be without having been tidied up; absent if it is the same. */
  asHeard?: string;
  /** The field that it was meant for; undefined if unknown. */
  target: InsertionTarget | undefined;
  /** "Press enter" was said at its end. */
  pressReturn: boolean;
  /** Nothing but fillers was said. */
  isSilence: boolean;
}

/** Whether Return is pressed in a field, or why not. `none`: it was not asked for, or there is no text that it could send. */
export type ReturnDecision = { press: InsertionTarget } | 'none' | 'unconfirmed';

/** Why Return was not pressed: it is unknown whether the text was taken, or the field had lost the focus. */
export type ReturnMiss = 'unconfirmed' | 'refused';

/** Takes the outcome of the next text. */
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
 * Whether Return follows a dictation whose texts have all been dealt with. `isAsked`: by the key that it was started with.
 * A text that could not be inserted, which the user is informed of, must not be missing from what is sent.
 */
export function decideReturn(
  { target, isWhole, isConfirmed, isReturnSpoken }: Delivery,
  isAsked: (app: string | undefined) => boolean,
): ReturnDecision {
  if (!target || !isWhole || !(isReturnSpoken || isAsked(target.app))) return 'none';
  return isConfirmed ? { press: target } : 'unconfirmed';
}

import type { CleanUpOutcome } from './clean-up-request.ts';
import type { InsertionQueue } from './insertion.ts';
import type { InsertionTarget } from './ports.ts';
import { type Dictation, decideReturn, type InsertionResult, type ReturnMiss, withDelivery } from './return-key.ts';
import { type Piece, textOf } from './transcript.ts';
import type { WritingSettings } from './writing.ts';

/** State or outcome of tidying up a text, and the host that does it. */
export interface CleanUpState {
  host: string;
  state: CleanUpOutcome | 'pending';
}

/** Precedence of the states of several texts: the lowest is shown. */
const RANK: Record<CleanUpState['state'], number> = { pending: 0, late: 1, 'as-heard': 2, tidied: 3 };

export interface TextDependencies {
  insertions: InsertionQueue;
  onChange(): void;
  writing(app: string | undefined): WritingSettings;
  /** Reports the outcome of a text meant for insertion. */
  onInsertion(take: number, result: InsertionResult): void;
  /** Return was asked for but not pressed. */
  onReturnMissed(take: number, why: ReturnMiss): void;
}

/** Where texts come from, and where they go. */
interface PiecesContext {
  /** The languages listened for. */
  languages: readonly string[];
  targetOf(piece: Piece): Promise<InsertionTarget>;
  /** More is spoken meanwhile. */
  isPart: boolean;
}

/** The texts of one take on their way into their fields, and their outcomes. */
export class TakeTexts {
  readonly #take: number;
  readonly #dictation: Dictation;
  readonly #dependencies: TextDependencies;
  readonly #results: Pick<InsertionResult, 'text' | 'isSilence'>[] = [];
  readonly #cleanUps = new Map<readonly Piece[], CleanUpState>();
  /** Text was inserted before the release. */
  #hasInsertedParts = false;

  constructor(take: number, dictation: Dictation, dependencies: TextDependencies) {
    this.#take = take;
    this.#dictation = dictation;
    this.#dependencies = dependencies;
  }

  /** Why nothing is written, once everything has been dealt with; undefined if anything is. */
  get unwritten(): 'commands' | 'silence' | undefined {
    if (this.#results.length === 0 || this.#results.some(({ text }) => text !== '')) return undefined;
    return this.#results.every(({ isSilence }) => isSilence) ? 'silence' : 'commands';
  }

  /** The state of the clean-up; undefined if none was asked for. */
  get cleanUp(): CleanUpState | undefined {
    const states = [...this.#cleanUps.values()];
    return states.toSorted((one, other) => RANK[one.state] - RANK[other.state])[0];
  }

  /** Queues pieces for insertion, or adds them to an edit's instruction. `onDone` is called once all are dealt with. */
  insert(pieces: readonly Piece[], { languages, targetOf, isPart }: PiecesContext, onDone: () => void): void {
    const { edit } = this.#dictation;
    if (edit) {
      edit.add(this.#take, textOf(pieces));
      onDone();
      return;
    }
    const { insertions, onChange, onInsertion } = this.#dependencies;
    const groups = Map.groupBy(pieces, targetOf);
    let waiting = groups.size;
    this.#hasInsertedParts ||= isPart;
    for (const [target, group] of groups) {
      insertions.add(this.#take, {
        phrases: group.map(({ text }) => text),
        languages,
        target,
        isPart: this.#hasInsertedParts,
        onCleanUp: (host, state) => {
          this.#cleanUps.set(group, { host, state });
          onChange();
        },
        onDone: (result) => {
          this.#results.push(result);
          this.#dictation.delivery = withDelivery(this.#dictation.delivery, result);
          onInsertion(this.#take, result);
          waiting -= 1;
          if (waiting === 0) onDone();
        },
      });
    }
  }

  /**
   * Concludes the take. At the end of the dictation, performs its edit, or presses Return after its last text if asked
   * for.
   */
  conclude(onDone: () => void): void {
    const { insertions, writing, onReturnMissed } = this.#dependencies;
    const { manner, edit, delivery, unfinished, isFinished } = this.#dictation;
    unfinished.delete(this.#take);
    const isEnd = isFinished && unfinished.size === 0;
    if (edit && isEnd) {
      insertions.addEdit(this.#take, { edit, onDone });
      return;
    }
    if (unfinished.size === 0) edit?.abandon();
    const isAsked = (app: string | undefined) => manner.send || writing(app).pressReturn === 'always';
    const decision = isEnd && !edit ? decideReturn(delivery, isAsked) : 'none';
    if (typeof decision === 'object') {
      insertions.addReturn(this.#take, {
        target: decision.press,
        onDone: (isPressed) => {
          if (!isPressed) onReturnMissed(this.#take, 'refused');
          onDone();
        },
      });
      return;
    }
    if (decision === 'unconfirmed') onReturnMissed(this.#take, decision);
    onDone();
  }
}

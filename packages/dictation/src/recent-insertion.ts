import type { Clock } from '@workspace/speech/clock';
import type { InsertionTarget, TextAround } from './ports.ts';
import { appendText } from './spacing.ts';
import { INSERTION } from './tuning.ts';

/** The last text inserted, and the last one left on the clipboard because it could not be. */
export class RecentInsertion {
  readonly #clock: Clock;
  #inserted: { target: string; text: string; at: number } | undefined;
  #left: { text: string; at: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a text that is in its field. */
  record({ id }: InsertionTarget, text: string): void {
    this.#inserted = { target: id, text, at: this.#clock.now() };
  }

  /** Forgets the last insertion: the text before the caret is no longer known. */
  forgetInserted(): void {
    this.#inserted = undefined;
  }

  forget(): void {
    this.#inserted = undefined;
    this.#left = undefined;
  }

  /** Returns our own text before the caret, if it was recently put into the same field. */
  textBefore(target: InsertionTarget): string | undefined {
    const last = this.#inserted;
    return last && last.target === target.id && this.#age(last) <= INSERTION.ownTextMs ? last.text : undefined;
  }

  /** Whether our own text is missing from what was read in its field, because it isn't there yet. */
  isMissingIn(around: TextAround | undefined, target: InsertionTarget): boolean {
    const last = this.#inserted;
    if (around?.before === undefined || !last || last.target !== target.id) return false;
    const ending = withoutSpaces(last.text).slice(-INSERTION.comparedUnits);
    return this.#age(last) <= INSERTION.settlesMs && !withoutSpaces(around.before).endsWith(ending);
  }

  /** Resolves once a Return that follows can't be mistaken for part of the last text. */
  async untilSettled(): Promise<void> {
    const delayMs = this.#inserted ? INSERTION.returnPauseMs - this.#age(this.#inserted) : 0;
    if (delayMs > 0) await new Promise<void>((resolve) => void this.#clock.schedule(delayMs, resolve));
  }

  /**
   * Records a text left on the clipboard. `joined`: the text with the one left there before it, if the user began to
   * speak (`since`, clock time) without knowing of that one, which it would otherwise replace.
   */
  leave(text: string, since: number): { joined: string | undefined } {
    const left = this.#left;
    const joined = left !== undefined && since <= left.at ? appendText(left.text, text) : undefined;
    this.#left = { text: joined ?? text, at: this.#clock.now() };
    return { joined };
  }

  #age({ at }: { at: number }): number {
    return this.#clock.now() - at;
  }
}

function withoutSpaces(text: string): string {
  return text.replace(/\p{White_Space}+/gu, '');
}

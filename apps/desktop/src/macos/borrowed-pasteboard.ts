import type { Clock } from '@workspace/speech/clock';
import type { Pasteboard } from './pasteboard.ts';
import { type PasteboardSnapshot, readSnapshot } from './pasteboard-snapshot.ts';
import { passingText, reachOf, waitingText } from './pasteboard-text.ts';

/** What to restore, unless another program has taken the pasteboard since. */
type Loan = Pick<PasteboardSnapshot, 'changeCount' | 'items'>;

/**
 * The user's pasteboard: borrowed while a text is pasted, then restored with all formats of all items, unless another
 * program has taken it in the meantime. Calls must not overlap, except for `settled`.
 */
export class BorrowedPasteboard {
  readonly #pasteboard: Pasteboard;
  readonly #clock: Clock;
  #snapshot: PasteboardSnapshot | undefined;
  #loan: Loan | undefined;
  #settled: { promise: Promise<void>; resolve: () => void } | undefined;

  constructor(pasteboard: Pasteboard, clock: Clock) {
    this.#pasteboard = pasteboard;
    this.#clock = clock;
  }

  /** Resolves once the pasteboard is the user's again. */
  async settled(): Promise<void> {
    await this.#settled?.promise;
  }

  /** Reads the contents, to be restored later. Resolves with whether they were read completely. */
  async prepare(): Promise<boolean> {
    this.#snapshot = await readSnapshot(this.#pasteboard, this.#clock);
    return this.#snapshot.isWhole;
  }

  /** Whether the contents are still those that `prepare` read. */
  get isPrepared(): boolean {
    return this.#snapshot?.changeCount === this.#pasteboard.changeCount;
  }

  /** Puts a text on the pasteboard, after `prepare`. Returns whether it worked. */
  lend(text: string): boolean {
    const items = this.#snapshot?.items ?? [];
    this.#snapshot = undefined;
    const changeCount = this.#pasteboard.write([passingText(text)], 'this-mac');
    if (changeCount === undefined) {
      this.#pasteboard.write(items, reachOf(items));
      return false;
    }
    this.#loan = { changeCount, items };
    this.#settled = Promise.withResolvers<void>();
    return true;
  }

  /** Restores the contents, unless another program has taken the pasteboard since. */
  giveBack(): void {
    const loan = this.#loan;
    this.#loan = undefined;
    try {
      if (loan && this.#pasteboard.changeCount === loan.changeCount) {
        this.#pasteboard.write(loan.items, reachOf(loan.items));
      }
    } finally {
      this.#settle();
    }
  }

  /** Leaves a text there for the user to paste. Returns whether it worked. */
  leave(text: string): boolean {
    this.#loan = undefined;
    this.#snapshot = undefined;
    try {
      return this.#pasteboard.write([waitingText(text)], 'this-mac') !== undefined;
    } finally {
      this.#settle();
    }
  }

  #settle(): void {
    this.#settled?.resolve();
    this.#settled = undefined;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { BorrowedSelection } from './borrowed-selection.ts';
import type { Display } from './display.ts';
import { PasteReceipt } from './paste-receipt.ts';
import { type SelectionAtoms, selectionAtoms } from './selection-content.ts';
import { SelectionOwner } from './selection-owner.ts';
import { PASTE } from './tuning.ts';

/** The display's two selections that text is pasted from; all uses take turns. */
export class Selections {
  /** The selection of *copy* and *paste*. */
  readonly clipboard: BorrowedSelection;
  /** The text selected last: terminals paste it. */
  readonly primary: BorrowedSelection;
  readonly atoms: SelectionAtoms;
  /** Every use takes its turn: there is only one clipboard. */
  readonly mutex = new Mutex();
  readonly #display: Display;
  readonly #owner: SelectionOwner;
  /** The latest paste. */
  #receipt: PasteReceipt | undefined;
  #giveBackNumber = 0;

  private constructor(display: Display, atoms: SelectionAtoms, owner: SelectionOwner) {
    this.#display = display;
    this.atoms = atoms;
    this.#owner = owner;
    this.clipboard = new BorrowedSelection(display, atoms, owner, atoms.clipboard);
    this.primary = new BorrowedSelection(display, atoms, owner, atoms.primary);
  }

  static async open(display: Display): Promise<Selections> {
    const atoms = await selectionAtoms(display);
    return new Selections(display, atoms, await SelectionOwner.open(display, atoms));
  }

  /** Watches the upcoming paste. `isPaster`: whether a window belongs to the program that is to paste. */
  watchPaste(isPaster: (requestor: number) => Promise<boolean>): PasteReceipt {
    this.#receipt?.close();
    this.#receipt = new PasteReceipt(this.#owner, this.atoms, isPaster);
    return this.#receipt;
  }

  /**
   * Waits until nobody reads the last borrowed content: a program that reads twice must not get different text the
   * second time. To be awaited within a turn, before the content changes.
   */
  async settled(): Promise<void> {
    await this.#quiet(PASTE.settleMs);
  }

  /** Gives back the borrowed selections now. */
  async giveBack(): Promise<void> {
    this.#receipt?.close();
    this.#receipt = undefined;
    await Promise.all([this.clipboard.giveBack(), this.primary.giveBack()]);
  }

  /** Gives back the borrowed selections once they haven't been read for a while, unless they are used again by then. */
  giveBackSoon(): void {
    const number = ++this.#giveBackNumber;
    const isLatest = (): boolean => number === this.#giveBackNumber;
    void this.#quiet(PASTE.giveBackMs, isLatest)
      .then(() => this.mutex.runExclusive(async () => (isLatest() ? this.giveBack() : undefined)))
      // The display is gone, and its selections with it.
      .catch(() => undefined);
  }

  /** Waits for the current turn to end, then gives everything back and owns nothing anymore. */
  async close(): Promise<void> {
    this.#giveBackNumber += 1;
    await this.mutex.runExclusive(async () => {
      await this.giveBack();
      await this.#owner.close();
    });
  }

  async #quiet(quietMs: number, isWanted = (): boolean => true): Promise<void> {
    while (isWanted()) {
      // If this process itself was held up, unread requests may be queued: they arrive before this reply.
      await this.#display.serverTime();
      const leftMs = this.#receipt?.untilQuietMs(quietMs) ?? 0;
      if (leftMs <= 0) return;
      await sleep(leftMs);
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { BorrowedSelection } from './borrowed-selection.ts';
import type { Display } from './display.ts';
import { PasteReceipt } from './paste-receipt.ts';
import { type SelectionAtoms, selectionAtoms } from './selection-content.ts';
import { SelectionOwner } from './selection-owner.ts';
import { PASTE } from './tuning.ts';

/** The display's two selections that text is pasted from, and the order in which we use them. */
export class Selections {
  /** What *copy* and *paste* mean. */
  readonly clipboard: BorrowedSelection;
  /** What is marked: terminals paste it. */
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

  /** Watches a paste that is about to happen. `isPaster`: whether a window belongs to the program that is to paste. */
  watchPaste(isPaster: (requestor: number) => Promise<boolean>): PasteReceipt {
    this.#receipt?.close();
    this.#receipt = new PasteReceipt(this.#owner, this.atoms, isPaster);
    return this.#receipt;
  }

  /**
   * Waits until nobody reads what was borrowed last: a program that reads it twice must not find another text the second
   * time. To be awaited within a turn, before the content changes.
   */
  async settled(): Promise<void> {
    await this.#quiet(PASTE.settleMs);
  }

  /** Gives back what is borrowed, now. */
  async giveBack(): Promise<void> {
    this.#receipt?.close();
    this.#receipt = undefined;
    await Promise.all([this.clipboard.giveBack(), this.primary.giveBack()]);
  }

  /** Restores what is borrowed once it hasn't been read for a while, unless it is used again meanwhile. */
  giveBackSoon(): void {
    const number = ++this.#giveBackNumber;
    const isLatest = (): boolean => number === this.#giveBackNumber;
    void this.#quiet(PASTE.giveBackMs, isLatest)
      .then(() => this.mutex.runExclusive(async () => (isLatest() ? this.giveBack() : undefined)))
      // The display is gone, and the selections with it.
      .catch(() => undefined);
  }

  /** Gives back everything at once, when work that goes on has ended, and owns nothing any more. */
  async close(): Promise<void> {
    this.#giveBackNumber += 1;
    await this.mutex.runExclusive(async () => {
      await this.giveBack();
      await this.#owner.close();
    });
  }

  async #quiet(quietMs: number, isWanted = (): boolean => true): Promise<void> {
    while (isWanted()) {
      // Where this process itself was held up, requests may wait to be read: they come before this answer.
      await this.#display.serverTime();
      const leftMs = this.#receipt?.untilQuietMs(quietMs) ?? 0;
      if (leftMs <= 0) return;
      await sleep(leftMs);
    }
  }
}

import type { Display } from './display.ts';
import { NOTHING, type SelectionAtoms, type SelectionContent } from './selection-content.ts';
import type { SelectionOwner } from './selection-owner.ts';
import { readSelection, UnreadableSelectionError } from './selection-reader.ts';

/** Other programs may take a selection at any moment, but hardly every time just when we do. */
const ATTEMPTS = 5;

/**
 * A selection as the user has it: borrowed while a text is pasted, then restored as it was. Calls must not
 * overlap.
 */
export class BorrowedSelection {
  readonly #display: Display;
  readonly #atoms: SelectionAtoms;
  readonly #owner: SelectionOwner;
  readonly #selection: number;
  /** What it was when it was borrowed; undefined while it isn't. */
  #before: SelectionContent | undefined;

  constructor(display: Display, atoms: SelectionAtoms, owner: SelectionOwner, selection: number) {
    this.#display = display;
    this.#atoms = atoms;
    this.#owner = owner;
    this.#selection = selection;
  }

  /** Whether it is borrowed, and no other program has taken it since. */
  get isBorrowed(): boolean {
    return this.#before !== undefined && this.#owner.contentOf(this.#selection) !== undefined;
  }

  /**
   * Takes it for another content. Borrowed again before it was given back, what is kept for that is what the user had.
   * Resolves with whether it worked: it doesn't if what is there can't be read, unless `atAllCosts`.
   */
  async borrow(content: SelectionContent, { atAllCosts = false }: { atAllCosts?: boolean } = {}): Promise<boolean> {
    if (this.isBorrowed && (await this.#owner.replace(this.#selection, content))) return true;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // If another program takes it after this moment, it keeps it: then what was read is not what the user has.
      const since = await this.#display.serverTime();
      const before = this.#owner.contentOf(this.#selection) ?? (await this.#read(atAllCosts));
      if (!before) return false;
      if (await this.#owner.own(this.#selection, content, since)) {
        this.#before = before;
        return true;
      }
    }
    return false;
  }

  /**
   * Takes it again from a program that was made to take it, with what the user had still kept. Resolves with whether it
   * worked.
   */
  async takeBack(): Promise<boolean> {
    if (this.#before === undefined) return false;
    return this.#owner.own(this.#selection, NOTHING, await this.#display.serverTime());
  }

  /** Keeps it borrowed, but gives nothing to those who ask. */
  async withhold(): Promise<void> {
    if (this.isBorrowed) await this.#owner.replace(this.#selection, NOTHING);
  }

  /** Makes it what it was, unless another program has taken it since. */
  async giveBack(): Promise<void> {
    const before = this.isBorrowed ? this.#before : undefined;
    this.#before = undefined;
    if (!before) return;
    if (before.length === 0) await this.#owner.release(this.#selection);
    else await this.#owner.replace(this.#selection, before);
  }

  /** Gives it a content for good: until another program takes it. Resolves with whether it worked. */
  async put(content: SelectionContent): Promise<boolean> {
    this.#before = undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await this.#owner.own(this.#selection, content, await this.#display.serverTime())) return true;
    }
    return false;
  }

  async #read(atAllCosts: boolean): Promise<SelectionContent | undefined> {
    try {
      return await readSelection(this.#display, this.#atoms, this.#selection);
    } catch (error) {
      if (!(error instanceof UnreadableSelectionError)) throw error;
      return atAllCosts ? NOTHING : undefined;
    }
  }
}

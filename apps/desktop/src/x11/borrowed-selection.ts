import type { Display } from './display.ts';
import { NOTHING, type SelectionAtoms, type SelectionContent } from './selection-content.ts';
import type { SelectionOwner } from './selection-owner.ts';
import { readSelection, UnreadableSelectionError } from './selection-reader.ts';

/** Another program may take a selection just when we do, but hardly every time. */
const ATTEMPTS = 5;

/** A selection borrowed from the user while text is pasted, then restored. Calls must not overlap. */
export class BorrowedSelection {
  readonly #display: Display;
  readonly #atoms: SelectionAtoms;
  readonly #owner: SelectionOwner;
  readonly #selection: number;
  /** The user's content; undefined while the selection isn't borrowed. */
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
   * Takes the selection and offers other content. If it is still borrowed, the user's original content remains the one
   * to restore. Resolves with whether it worked: it doesn't if the current content can't be read, unless `atAllCosts`.
   */
  async borrow(content: SelectionContent, { atAllCosts = false }: { atAllCosts?: boolean } = {}): Promise<boolean> {
    if (this.isBorrowed && (await this.#owner.replace(this.#selection, content))) return true;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      // If another program takes the selection after this moment, it keeps it: what was read is no longer what the user
      // has.
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
   * Takes the selection back from a program that was made to copy, with the user's content still kept. Resolves with
   * whether it worked.
   */
  async takeBack(): Promise<boolean> {
    if (this.#before === undefined) return false;
    return this.#owner.own(this.#selection, NOTHING, await this.#display.serverTime());
  }

  /** Keeps it borrowed, but offers nothing. */
  async withhold(): Promise<void> {
    if (this.isBorrowed) await this.#owner.replace(this.#selection, NOTHING);
  }

  /** Restores the user's content, unless another program has taken the selection since. */
  async giveBack(): Promise<void> {
    const before = this.isBorrowed ? this.#before : undefined;
    this.#before = undefined;
    if (!before) return;
    if (before.length === 0) await this.#owner.release(this.#selection);
    else await this.#owner.replace(this.#selection, before);
  }

  /** Offers content for good: until another program takes the selection. Resolves with whether it worked. */
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

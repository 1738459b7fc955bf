import type { XEvent } from 'x11';
import type { Display } from './display.ts';
import { type SelectionAtoms, type SelectionFormat, toWords } from './selection-content.ts';
import { SELECTION } from './tuning.ts';

const DELETED = 1;
const REPLACE = 0;

/** Sends large content to requestors in pieces, each one after the previous was fetched (ICCCM, 2.7.2). */
export class IncrementalTransfers {
  readonly #display: Display;
  readonly #atoms: SelectionAtoms;
  /** Number of transfers in progress per window: we select its events while there are any. */
  readonly #windows = new Map<number, number>();

  constructor(display: Display, atoms: SelectionAtoms) {
    this.#display = display;
    this.#atoms = atoms;
  }

  /**
   * Sends content, announcing the transfer before it returns. Resolves with whether everything was fetched: false if
   * the requestor is gone or stops fetching.
   */
  async send(window: number, property: number, { type, format, data }: SelectionFormat): Promise<boolean> {
    this.#watch(window);
    const size = toWords([data.length]);
    this.#change(window, property, { type: this.#atoms.incremental, format: 32, data: size });
    let start = 0;
    let isEnded = false;
    try {
      while (await this.#isFetched(window, property)) {
        if (isEnded) return true;
        const piece = data.subarray(start, start + SELECTION.pieceBytes);
        start += piece.length;
        // An empty piece ends the transfer.
        isEnded = piece.length === 0;
        this.#change(window, property, { type, format, data: piece });
      }
      return false;
    } finally {
      this.#unwatch(window);
    }
  }

  #change(window: number, property: number, { type, format, data }: Omit<SelectionFormat, 'target'>): void {
    this.#display.client.ChangeProperty(REPLACE, window, property, type, format, data);
  }

  #isFetched(window: number, property: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (fetched: boolean): void => {
        clearTimeout(timer);
        stop();
        resolve(fetched);
      };
      const stop = this.#display.onEvent((event: XEvent) => {
        if (event.name === 'DestroyNotify' && event.wid === window) settle(false);
        if (event.name !== 'PropertyNotify' || event.wid !== window || event.atom !== property) return;
        if (event.state === DELETED) settle(true);
      });
      const timer = setTimeout(() => settle(false), SELECTION.sendStallMs);
    });
  }

  #watch(window: number): void {
    this.#windows.set(window, (this.#windows.get(window) ?? 0) + 1);
    const { PropertyChange, StructureNotify } = this.#display.client.eventMask;
    this.#display.client.ChangeWindowAttributes(window, { eventMask: PropertyChange | StructureNotify });
  }

  #unwatch(window: number): void {
    const left = (this.#windows.get(window) ?? 1) - 1;
    if (left > 0) {
      this.#windows.set(window, left);
      return;
    }
    this.#windows.delete(window);
    this.#display.client.ChangeWindowAttributes(window, { eventMask: 0 });
  }
}

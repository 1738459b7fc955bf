import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isText, type SelectionAtoms } from './selection-content.ts';
import type { Conversion, SelectionOwner } from './selection-owner.ts';
import { PASTE } from './tuning.ts';

export type PasteOutcome =
  /** The target program has fetched the text. */
  | 'pasted'
  /** Nobody has requested it. */
  | 'ignored'
  /** It may have been pasted: another program requested it, or not all of it was fetched. */
  | 'uncertain';

/** Detects whether the text was pasted from who fetches it from our selections. */
export class PasteReceipt {
  readonly #isPaster: (requestor: number) => Promise<boolean>;
  readonly #stopListening: () => void;
  readonly #settled = Promise.withResolvers<void>();
  #fetching = 0;
  readonly #start = performance.now();
  #lastUse = this.#start;
  /** How long the program took to request anything: a measure of how slow it currently is. */
  #responseMs: number | undefined;
  #outcome: PasteOutcome = 'ignored';

  /** `isPaster`: whether a window belongs to the program that is to paste. */
  constructor(owner: SelectionOwner, atoms: SelectionAtoms, isPaster: (requestor: number) => Promise<boolean>) {
    this.#isPaster = isPaster;
    this.#stopListening = owner.onConversion(
      (conversion) => void this.#judge(conversion, isText(atoms, conversion.target)),
    );
  }

  get outcome(): PasteOutcome {
    return this.#outcome;
  }

  /**
   * Returns for how many more milliseconds the target program must stay quiet to be considered done: `quietMs` after
   * its last request, or longer if it is slow. Other programs don't count: some keep polling the clipboard.
   */
  untilQuietMs(quietMs: number): number {
    const slowMs = Math.min(PASTE.slowFactor * (this.#responseMs ?? 0), PASTE.slowLimitMs);
    const sinceUseMs = this.#fetching > 0 ? 0 : performance.now() - this.#lastUse;
    return Math.max(quietMs, slowMs) - sinceUseMs;
  }

  /**
   * Waits until the outcome is clear, or `requestMs` for the program's request and then `limitMs` for it to fetch
   * everything.
   */
  async wait({ requestMs, limitMs }: { requestMs: number; limitMs: number }): Promise<void> {
    await this.#settledWithin(requestMs);
    if (this.#fetching > 0) await this.#settledWithin(limitMs);
  }

  /** Stops watching. */
  close(): void {
    this.#stopListening();
  }

  async #judge({ requestor, served }: Conversion, isText: boolean): Promise<void> {
    if (isText && this.#outcome === 'ignored') this.#outcome = 'uncertain';
    if (!(await this.#isPaster(requestor))) return;
    this.#responseMs ??= performance.now() - this.#start;
    this.#fetching += 1;
    const isServed = await served;
    this.#fetching -= 1;
    this.#lastUse = performance.now();
    if (!isText) return;
    if (isServed) this.#outcome = 'pasted';
    this.#settled.resolve();
  }

  #settledWithin(limitMs: number): Promise<void> {
    return Promise.race([this.#settled.promise, sleep(Math.max(0, limitMs), undefined, { ref: false })]);
  }
}

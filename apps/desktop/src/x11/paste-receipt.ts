import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isText, type SelectionAtoms } from './selection-content.ts';
import type { Conversion, SelectionOwner } from './selection-owner.ts';
import { PASTE } from './tuning.ts';

export type PasteOutcome =
  /** The program that it was meant for has fetched the text. */
  | 'pasted'
  /** Nobody has asked for it. */
  | 'ignored'
  /** It may have been pasted: another program has asked, or not all of it was fetched. */
  | 'uncertain';

/** Detects whether the text was pasted, by who fetches it from our selections. */
export class PasteReceipt {
  readonly #isPaster: (requestor: number) => Promise<boolean>;
  readonly #stopListening: () => void;
  readonly #settled = Promise.withResolvers<void>();
  #fetching = 0;
  readonly #start = performance.now();
  #lastUse = this.#start;
  /** How long the program took to ask for anything: a measure of how slow it is at the moment. */
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
   * How long the program that is to paste must still ask for nothing until it can be taken to have what it wants, in
   * milliseconds: `quietMs`, or longer if it is slow. Others don't count: some look at the clipboard all the time.
   */
  untilQuietMs(quietMs: number): number {
    const slowMs = Math.min(PASTE.slowFactor * (this.#responseMs ?? 0), PASTE.slowLimitMs);
    const sinceUseMs = this.#fetching > 0 ? 0 : performance.now() - this.#lastUse;
    return Math.max(quietMs, slowMs) - sinceUseMs;
  }

  /** Waits until it is clear, or `requestMs` for the program to ask and then `limitMs` for it to fetch everything. */
  async wait({ requestMs, limitMs }: { requestMs: number; limitMs: number }): Promise<void> {
    await this.#settledWithin(requestMs);
    if (this.#fetching > 0) await this.#settledWithin(limitMs);
  }

  /** Watches no longer. */
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

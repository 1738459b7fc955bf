import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

/** Runs callbacks on a connection in the order in which they were added, each after its delay. */
export class InOrder {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #waiting: { dueAt: number; run: () => void }[] = [];
  #isWaiting = false;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  add(delayMs: number, run: () => void): void {
    this.#waiting.push({ dueAt: this.#clock.now() + delayMs, run });
    if (!this.#isWaiting) this.#next();
  }

  #next(): void {
    const next = this.#waiting[0];
    this.#isWaiting = next !== undefined;
    if (next === undefined) return;
    this.#connection.after(next.dueAt - this.#clock.now(), () => {
      this.#waiting.shift();
      next.run();
      this.#next();
    });
  }
}

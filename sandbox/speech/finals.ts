import type { Connection } from './connection.ts';
import { type Action, find } from './fault-rules.ts';
import { LIMITS } from './limits.ts';

/** Sends finals, repeated and reordered as the faults demand. */
export class Finals {
  readonly #connection: Connection;
  #held: (() => void)[] = [];
  #heldCount = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Sends a final by calling `send`, now or later, once or several times. */
  deliver(actions: readonly Action[], send: () => void): void {
    const times = 1 + (find(actions, 'repeat')?.times ?? 0);
    const sendAll = () => {
      for (let time = 0; time < times; time++) send();
    };
    const reorder = find(actions, 'reorder');
    if (reorder === undefined) {
      sendAll();
      return;
    }
    this.#held.push(sendAll);
    this.#heldCount++;
    if (this.#held.length >= reorder.hold) {
      this.release();
      return;
    }
    const count = this.#heldCount;
    this.#connection.after(LIMITS.heldFinalMs, () => {
      if (count === this.#heldCount) this.release();
    });
  }

  /** Sends the finals held back, last one first. To be called before a session ends, as nothing can follow. */
  release(): void {
    for (const send of this.#held.splice(0).reverse()) send();
  }
}

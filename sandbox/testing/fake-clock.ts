import type { Clock } from '../clock.ts';

/** A clock that moves only when advanced. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #scheduled = new Set<{ at: number; callback: () => void }>();

  now(): number {
    return this.#now;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const entry = { at: this.#now + delayMs, callback };
    this.#scheduled.add(entry);
    return () => this.#scheduled.delete(entry);
  }

  /** The number of scheduled callbacks. */
  get pending(): number {
    return this.#scheduled.size;
  }

  /** Advances time and runs the callbacks that become due, earliest first. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#scheduled].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#scheduled.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

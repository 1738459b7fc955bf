import type { Clock } from '../clock.ts';

interface Timer {
  dueAt: number;
  callback: () => void;
}

/** A clock that moves only when a test advances it. Callbacks run only inside `advance` and `sleep`. */
export class FakeClock implements Clock {
  #now = 0;
  /** Total time for which the machine has slept. */
  sleptMs = 0;
  /** Ordered by due time, then by when they were scheduled. */
  readonly #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const timer = { dueAt: this.#now + Math.max(0, delayMs), callback };
    const next = this.#timers.findIndex((other) => other.dueAt > timer.dueAt);
    this.#timers.splice(next === -1 ? this.#timers.length : next, 0, timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index !== -1) this.#timers.splice(index, 1);
    };
  }

  /** The number of pending callbacks. */
  get scheduledCount(): number {
    return this.#timers.length;
  }

  /** Advances time. Callbacks that become due run at their due time, including those scheduled by others meanwhile. */
  advance(ms: number): void {
    const until = this.#now + ms;
    this.#runDue(until);
    this.#now = until;
  }

  /** The machine sleeps: time passes while nothing runs, then everything overdue runs at once. */
  sleep(ms: number): void {
    this.#now += ms;
    this.sleptMs += ms;
    this.#runDue(this.#now);
  }

  #runDue(until: number): void {
    for (let timer = this.#timers[0]; timer !== undefined && timer.dueAt <= until; timer = this.#timers[0]) {
      this.#timers.shift();
      this.#now = Math.max(this.#now, timer.dueAt);
      timer.callback();
    }
  }
}

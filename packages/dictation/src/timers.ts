import type { Clock } from '@workspace/speech/clock';

/** Timers by name: one that is started again begins anew. */
export class Timers<Name extends string> {
  readonly #clock: Clock;
  readonly #onTimer: (name: Name) => void;
  readonly #stops = new Map<Name, () => void>();

  constructor(clock: Clock, onTimer: (name: Name) => void) {
    this.#clock = clock;
    this.#onTimer = onTimer;
  }

  start(name: Name, delayMs: number): void {
    this.#stops.get(name)?.();
    const stop = this.#clock.schedule(delayMs, () => {
      this.#stops.delete(name);
      this.#onTimer(name);
    });
    this.#stops.set(name, stop);
  }

  stopAll(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }
}

/** What a promise resolves with; `otherwise` where it rejects, or takes longer. */
export function withinLimit<T>(clock: Clock, limitMs: number, promise: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const stop = clock.schedule(limitMs, () => resolve(otherwise));
    promise
      .catch(() => otherwise)
      .then((value) => {
        stop();
        resolve(value);
      });
  });
}

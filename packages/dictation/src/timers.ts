import type { Clock } from '@workspace/speech/clock';

/** Timers by name: starting one again restarts it. */
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

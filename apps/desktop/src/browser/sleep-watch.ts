import type { WallClock } from '@workspace/dictation/ports';
import type { Power } from '../app/platform.ts';

const INTERVAL_MS = 2_000;
/** How far the wall clock must get ahead of the steady clock to count as sleep: clock corrections are smaller. */
const LEAST_SLEEP_MS = 5_000;

/** Detects a suspend after the fact: the wall clock advanced, the steady clock did not. */
export class SleepWatch implements Power {
  readonly #clock: WallClock;
  readonly #sleepListeners = new Set<() => void>();
  readonly #wakeListeners = new Set<() => void>();
  #offset: number;
  #cancel: () => void = () => {};

  constructor(clock: WallClock) {
    this.#clock = clock;
    this.#offset = this.#measure();
    this.#schedule();
  }

  onSleep(listener: () => void): void {
    this.#sleepListeners.add(listener);
  }

  onWake(listener: () => void): void {
    this.#wakeListeners.add(listener);
  }

  /** No-op: the preview keeps no machine awake. */
  keepAwake(): void {}

  close(): void {
    this.#cancel();
  }

  #schedule(): void {
    this.#cancel = this.#clock.schedule(INTERVAL_MS, () => {
      this.#schedule();
      this.#look();
    });
  }

  #look(): void {
    const former = this.#offset;
    this.#offset = this.#measure();
    if (this.#offset - former < LEAST_SLEEP_MS) return;
    for (const listener of [...this.#sleepListeners, ...this.#wakeListeners]) listener();
  }

  #measure(): number {
    return this.#clock.wallTime() - this.#clock.now();
  }
}

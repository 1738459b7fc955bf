import { millisecondsOf } from '@workspace/speech/samples';
import type { FakeClock } from '@workspace/speech/testing/fake-clock';

const LOADING_MS = 1_000;
/** How much faster than real time it hears. */
const SPEED = 14;

/** What recognition on this computer costs: it is loaded once, and hears one phrase after the other. */
export class FakeBackup {
  readonly #clock: FakeClock;
  #loadedAt: number | undefined;
  #busyUntil = 0;
  /** How often it was prepared, how many sessions it had, and the samples that they were pushed. */
  prepared = 0;
  sessions = 0;
  pushed = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  prepare(): void {
    this.prepared += 1;
    this.#load();
  }

  /** Begins a session. Returns the time until it is ready. */
  begin(): number {
    this.sessions += 1;
    return Math.max(1, this.#load() - this.#clock.now());
  }

  /** Begins to hear the given number of samples. Returns the time until that is done. */
  process(samples: number): number {
    this.#busyUntil = Math.max(this.#busyUntil, this.#clock.now()) + millisecondsOf(samples) / SPEED;
    return this.#busyUntil - this.#clock.now();
  }

  #load(): number {
    this.#loadedAt ??= this.#clock.now() + LOADING_MS;
    return this.#loadedAt;
  }
}

import { millisecondsOf } from '@workspace/speech/samples';
import type { FakeClock } from '@workspace/speech/testing/fake-clock';

const LOADING_MS = 1_000;
/** Recognition speed relative to real time. */
const SPEED = 14;

/** Models the cost of recognition on this computer: it loads once, and recognizes one phrase at a time. */
export class FakeBackup {
  readonly #clock: FakeClock;
  #loadedAt: number | undefined;
  #busyUntil = 0;
  /** How often it was prepared, how many sessions it had, and how many samples were pushed to them. */
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

  /** Begins a session. Returns the time until it is ready, in milliseconds. */
  begin(): number {
    this.sessions += 1;
    return Math.max(1, this.#load() - this.#clock.now());
  }

  /** Begins to recognize the given number of samples. Returns the time until that is done, in milliseconds. */
  process(samples: number): number {
    this.#busyUntil = Math.max(this.#busyUntil, this.#clock.now()) + millisecondsOf(samples) / SPEED;
    return this.#busyUntil - this.#clock.now();
  }

  #load(): number {
    this.#loadedAt ??= this.#clock.now() + LOADING_MS;
    return this.#loadedAt;
  }
}

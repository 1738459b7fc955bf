import type { Clock } from '@workspace/speech/clock';

/** Delays before a window is reopened, one for each time in a row that it broke soon after it was opened. */
const DELAYS_MS = [0, 1_000, 5_000, 60_000] as const;
/** A window that stays open this long counts as healthy. */
const HEALTHY_MS = 60_000;

/** When a window that keeps breaking may be reopened: immediately at first, eventually once a minute. */
export class ReopeningLimit {
  readonly #clock: Clock;
  #openedAt = 0;
  #failures = 0;
  #notBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waitMs(): number {
    return Math.max(0, this.#notBefore - this.#clock.now());
  }

  handleOpened(): void {
    this.#openedAt = this.#clock.now();
  }

  handleBroken(): void {
    const now = this.#clock.now();
    if (now - this.#openedAt >= HEALTHY_MS) this.#failures = 0;
    this.#notBefore = now + (DELAYS_MS[this.#failures] ?? DELAYS_MS[DELAYS_MS.length - 1]!);
    this.#failures += 1;
  }
}

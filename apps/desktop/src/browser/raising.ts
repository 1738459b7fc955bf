import type { Clock } from '@workspace/speech/clock';

/** How long the window is left where it is after it was raised. */
const PAUSE_MS = 200;

/**
 * Keeps a window above others by raising it whenever it is covered: at once, but at most five times a second, since
 * another program may want to be on top as much.
 */
export class Raising {
  readonly #clock: Clock;
  readonly #raise: () => void;
  #isCovered = false;
  #endPause: (() => void) | undefined;

  constructor(clock: Clock, raise: () => void) {
    this.#clock = clock;
    this.#raise = raise;
  }

  /** Whether anything covers the window now. */
  setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered;
    this.#attempt();
  }

  close(): void {
    this.#endPause?.();
  }

  /** A window covered during a pause is not reported again, so this looks once the pause is over. */
  #attempt(): void {
    if (!this.#isCovered || this.#endPause) return;
    this.#endPause = this.#clock.schedule(PAUSE_MS, () => {
      this.#endPause = undefined;
      this.#attempt();
    });
    this.#raise();
  }
}

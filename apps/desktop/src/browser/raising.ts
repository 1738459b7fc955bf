import type { Clock } from '@workspace/speech/clock';

/** Pause after the window was raised. */
const PAUSE_MS = 200;

/**
 * Keeps a window on top by raising it whenever it is covered: immediately, but at most five times a second, since
 * another program may want to be on top just as much.
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

  /** Reports whether anything covers the window now. */
  setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered;
    this.#attempt();
  }

  close(): void {
    this.#endPause?.();
  }

  /** A window covered during a pause is not reported again, so this checks again after the pause. */
  #attempt(): void {
    if (!this.#isCovered || this.#endPause) return;
    this.#endPause = this.#clock.schedule(PAUSE_MS, () => {
      this.#endPause = undefined;
      this.#attempt();
    });
    this.#raise();
  }
}

import type { Clock } from '@workspace/speech/clock';

/** The pause after the first failure in a row, which doubles with each further one up to the longest. */
export interface RetryPauses {
  retryMs: number;
  maxRetryMs: number;
}

/**
 * Does one piece of work whenever asked to, never twice at the same time, and again after a pause if it failed. Being
 * asked during a run leads to one more run, so that nothing is missed.
 */
export class RetryLoop {
  readonly #clock: Clock;
  readonly #pauses: RetryPauses;
  readonly #work: () => Promise<void>;
  #wanted = false;
  #run: Promise<void> | undefined;
  #endPause: (() => void) | undefined;
  #pauseMs: number;
  #stopped = false;

  constructor(clock: Clock, pauses: RetryPauses, work: () => Promise<void>) {
    this.#clock = clock;
    this.#pauses = pauses;
    this.#pauseMs = pauses.retryMs;
    this.#work = work;
  }

  /** Asks for a run; after a failure it waits until the pause is over. */
  request(): void {
    this.#wanted = true;
    if (this.#run || this.#endPause || this.#stopped) return;
    this.#run = Promise.resolve().then(() => this.#runWhileWanted());
  }

  /** Asks for a run at once, since there is reason to think that it will succeed now. */
  requestNow(): void {
    this.#endPause?.();
    this.#endPause = undefined;
    this.#pauseMs = this.#pauses.retryMs;
    this.request();
  }

  /** Does at once what waits. Resolves when no run is going on: all is done, or failed and waits for its next attempt. */
  async flush(): Promise<void> {
    if (this.#wanted) this.requestNow();
    await this.#run;
  }

  /** A run that is going on is the last one. */
  stop(): void {
    this.#stopped = true;
    this.#endPause?.();
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#wanted && !this.#stopped && !this.#endPause) {
      this.#wanted = false;
      try {
        await this.#work();
        this.#pauseMs = this.#pauses.retryMs;
      } catch {
        this.#wanted = true;
        this.#pause();
      }
    }
    this.#run = undefined;
  }

  #pause(): void {
    if (this.#stopped) return;
    this.#endPause = this.#clock.schedule(this.#pauseMs, () => {
      this.#endPause = undefined;
      this.request();
    });
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#pauses.maxRetryMs);
  }
}

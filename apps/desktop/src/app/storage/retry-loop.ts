import type { Clock } from '@workspace/speech/clock';

/** The pause after the first failure in a row. It doubles with each further failure, up to the maximum. */
export interface RetryPauses {
  retryMs: number;
  maxRetryMs: number;
}

/**
 * Runs one piece of work on request, never twice at the same time, and again after a pause if it failed. A request
 * during a run causes one more run, so that nothing is missed.
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

  /** Requests a run; after a failure it waits until the pause is over. */
  request(): void {
    this.#wanted = true;
    if (this.#run || this.#endPause || this.#stopped) return;
    this.#run = Promise.resolve().then(() => this.#runWhileWanted());
  }

  /** Requests a run without waiting out the pause, since it is likely to succeed now. */
  requestNow(): void {
    this.#endPause?.();
    this.#endPause = undefined;
    this.#pauseMs = this.#pauses.retryMs;
    this.request();
  }

  /**
   * Starts any pending run immediately. Resolves when none is in progress: all is done, or failed and awaiting a retry.
   */
  async flush(): Promise<void> {
    if (this.#wanted) this.requestNow();
    await this.#run;
  }

  /** Starts no more runs; one in progress is the last. */
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

import type { Clock } from '../clock.ts';
import { LIMITS } from './limits.ts';

/**
 * How the API is down: connections are dropped without effect (`refuse`), requests fail with a server error and without
 * effect (`500`), responses are delayed (`slow`), or connections are dropped after the effect (`lost-answer`).
 */
export type OutageMode = 'off' | 'refuse' | '500' | 'slow' | 'lost-answer';

export interface OutageRequest {
  mode: OutageMode;
  /** How many requests it affects; default: all. */
  times?: number | undefined;
  /** The delay of responses in mode `slow`. */
  delayMs?: number | undefined;
}

/** Whether and how the API is down. */
export class Outage {
  #request: OutageRequest = { mode: 'off' };
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get mode(): OutageMode {
    return this.#request.mode;
  }

  set(request: OutageRequest): void {
    this.#request = { ...request };
  }

  /** Returns the mode for the next request, and counts that request. */
  strike(): OutageMode {
    const { mode, times } = this.#request;
    if (times !== undefined) this.#request.times = times - 1;
    if (times === 1) this.#request = { ...this.#request, mode: 'off' };
    return mode;
  }

  /** Resolves when a delayed response is due. */
  async pass(): Promise<void> {
    const { delayMs = LIMITS.slowMs } = this.#request;
    await new Promise<void>((resolve) => void this.#clock.schedule(delayMs, resolve));
  }
}

import type { Clock } from '../clock.ts';
import { LIMITS } from './limits.ts';

/**
 * How the API is down: connections are refused (`refuse`), an error of its own is answered without effect (`500`), answers come
 * late (`slow`), or the connection breaks after the effect (`lost-answer`).
 */
export type OutageMode = 'off' | 'refuse' | '500' | 'slow' | 'lost-answer';

export interface OutageRequest {
  mode: OutageMode;
  /** How many requests it lasts. */
  times?: number | undefined;
  /** The delay of answers in mode `slow`. */
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

  /** What happens to the next request. */
  strike(): OutageMode {
    const { mode, times } = this.#request;
    if (times !== undefined) this.#request.times = times - 1;
    if (times === 1) this.#request = { ...this.#request, mode: 'off' };
    return mode;
  }

  /** Resolves when a delayed answer is due. */
  async pass(): Promise<void> {
    const { delayMs = LIMITS.slowMs } = this.#request;
    await new Promise<void>((resolve) => void this.#clock.schedule(delayMs, resolve));
  }
}

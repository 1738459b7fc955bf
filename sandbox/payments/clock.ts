/** Time as the account sees it. Injected, so that tests run days in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds. Returns a function that calls it off. */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The machine's time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

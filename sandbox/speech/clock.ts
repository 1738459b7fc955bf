/** Time as the sandbox sees it. Injected, so that tests run hours in milliseconds. */
export interface Clock {
  /** Milliseconds since the process started; never runs backwards. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds. Returns a function that calls it off. */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The machine's time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Time as the sandbox sees it. Injected, so that tests run days in milliseconds. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds. Returns a function that cancels it. */
  schedule(delayMs: number, callback: () => void): () => void;
}

function schedule(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

/** The time of day, since 1970. */
export const wallClock: Clock = { now: () => Date.now(), schedule };

/** Time since the process started; never runs backwards. */
export const steadyClock: Clock = { now: () => performance.now(), schedule };

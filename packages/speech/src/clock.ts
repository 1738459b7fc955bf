/** Source of time, injected so that tests run hours of dictation in milliseconds. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; monotonic, whatever happens to the time of day. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds, or later if the machine slept. Returns a cancel function. */
  schedule(delayMs: number, callback: () => void): () => void;
}

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.schedule(ms, resolve));
}

/** Settles like `work`, or resolves with undefined after `limitMs`; the work itself continues. */
export function withinLimit<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = clock.schedule(limitMs, () => resolve(undefined));
    work.then(resolve, reject).finally(callOff);
  });
}

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

/** A limit is counted in steps of this length, each of which may be prolonged by the machine's sleep. */
const STEP_MS = 1_000;

/**
 * Settles like `work`, or resolves with undefined after `limitMs`; the work itself continues. Of the time for which the
 * machine sleeps, at most `STEP_MS` count.
 */
export function withinLimit<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let leftMs = limitMs;
    let cancel: () => void;
    const wait = () => {
      const stepMs = Math.min(leftMs, STEP_MS);
      cancel = clock.schedule(stepMs, () => {
        leftMs -= stepMs;
        if (leftMs > 0) wait();
        else resolve(undefined);
      });
    };
    wait();
    work.finally(() => cancel()).then(resolve, reject);
  });
}

/** Time as the product sees it. Injected, so that tests run hours of dictation in milliseconds. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; never runs backwards, whatever happens to the time of day. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds (or later, after the machine slept). Returns a function that calls it off. */
  schedule(delayMs: number, callback: () => void): () => void;
}

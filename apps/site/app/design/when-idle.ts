const LONGEST_WAIT_MS = 1_000;

/** Does something as soon as the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, 0);
  else requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
}

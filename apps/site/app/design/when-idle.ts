const LONGEST_WAIT_MS = 1_000;

/** Runs `work` when the page is idle, after one second at the latest. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, 0);
  else requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
}

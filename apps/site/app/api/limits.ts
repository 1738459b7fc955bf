/** Timeouts and retention times. */
export const API_LIMITS = {
  /** Timeout of a call, from sending it to the end of its response. */
  callMs: 30_000,
  /** Timeout of the sign-out request. */
  logoutMs: 3_000,
  /** How long the outcome of a refresh is reused for further refreshes. */
  refreshHeldMs: 1_000,
  /** How much longer a tab holds the lock after a refresh: other tabs see the stored token milliseconds later. */
  refreshLockedMs: 100,
  /** How long a call waits for a new access token; the refresh request itself continues. */
  refreshWaitMs: 30_000,
} as const;

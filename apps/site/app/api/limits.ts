/** How long things are waited for or kept. */
export const API_LIMITS = {
  /** A call, from sending it to the end of its answer. */
  callMs: 30_000,
  /** Signing out waits this long for the server. */
  logoutMs: 3_000,
  /** A request for a new access token this soon after the last one is answered with that one. */
  refreshHeldMs: 1_000,
  /** Other tabs are kept from refreshing for so much longer: what one stores, another sees some milliseconds later. */
  refreshLockedMs: 100,
  /** A call waits this long for a new access token; the request for it goes on. */
  refreshWaitMs: 30_000,
} as const;

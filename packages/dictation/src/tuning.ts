/** Every duration and limit of the engine. Audio lengths are counted in the audio's own time, the rest on the clock. */

/** Usage that is reported to the server. The limits are the server's. */
export const USAGE = {
  maxEntrySeconds: 14_400,
  maxEntriesPerReport: 500,
  /** First and longest pause between attempts to report. */
  retryMs: 5_000,
  maxRetryMs: 30 * 60_000,
} as const;

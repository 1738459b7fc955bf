/** Every duration and limit of the provider, and of the stand-in itself. */
export const LIMITS = {
  /** A checkout session's maximum lifetime, which is also the default, and its minimum. */
  longestSessionSeconds: 24 * 3600,
  shortestSessionSeconds: 30 * 60,
  /** `client_reference_id`. */
  referenceCharacters: 200,
  metadataKeys: 50,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 500,
  idempotencyKeyCharacters: 255,
  /** Objects on a page of a list, by default and at most. */
  defaultPage: 10,
  largestPage: 100,
  /** How deep `expand` may reach. */
  expandDepth: 4,
  /** How long a dispute can be answered. */
  disputeSeconds: 7 * 24 * 3600,

  /** Delays before a failed webhook is retried; after the last retry it is given up. */
  webhookRetryMs: [2_000, 10_000, 60_000, 300_000, 1_800_000],
  /** How long the receiver of a webhook may take to answer. */
  webhookTimeoutMs: 20_000,
  /** The default delay of responses while the API is slow. */
  slowMs: 30_000,
  /** The maximum number of events; the oldest are dropped. */
  events: 2_000,
} as const;

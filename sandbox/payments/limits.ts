/** Every duration and limit of the provider, and of the stand-in itself. */
export const LIMITS = {
  /** A checkout session lives at most this long, which is also its default, and at least the other. */
  longestSessionSeconds: 24 * 3600,
  shortestSessionSeconds: 30 * 60,
  /** `client_reference_id`. */
  referenceCharacters: 200,
  metadataKeys: 50,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 500,
  idempotencyKeyCharacters: 255,
  /** Objects on a page of a list, if not asked otherwise, and at most. */
  defaultPage: 10,
  largestPage: 100,
  /** How deep `expand` may reach. */
  expandDepth: 4,
  /** How long a dispute may be answered. */
  disputeSeconds: 7 * 24 * 3600,

  /** Pauses before a webhook that failed is tried again; after the last one it is given up. */
  webhookRetryMs: [2_000, 10_000, 60_000, 300_000, 1_800_000],
  /** How long the receiver of a webhook may take to answer. */
  webhookTimeoutMs: 20_000,
  /** How late answers are while the API is slow, if not asked otherwise. */
  slowMs: 30_000,
  /** Events remembered; older ones are forgotten. */
  events: 2_000,
} as const;

import { z } from 'zod';

/** Limits of `POST /usage`, for whoever sends and whoever checks. */
export const MAX_USAGE_ENTRY_SECONDS = 14_400;
export const MAX_USAGE_ENTRIES_PER_REPORT = 500;

/** Seconds dictated, under an id that counts once, ever. Neither audio nor text. */
export const usageEntrySchema = z.object({
  id: z.uuid(),
  /** When the dictation began, in UTC. */
  startedAt: z.iso.datetime(),
  seconds: z.int().min(1).max(MAX_USAGE_ENTRY_SECONDS),
  /** IANA name of the zone in which it happened; its days are days there. */
  timezone: z.string().min(1).max(64),
});
export type UsageEntry = z.infer<typeof usageEntrySchema>;

/** What `POST /usage` takes. */
export const usageReportSchema = z.object({
  entries: z.array(usageEntrySchema).max(MAX_USAGE_ENTRIES_PER_REPORT),
});
export type UsageReport = z.infer<typeof usageReportSchema>;

/** What `POST /usage` answers, in `data`: every entry sent is one of the three. */
export const usageReceiptSchema = z.object({
  accepted: z.int().nonnegative(),
  /** Entries whose id was counted before. */
  duplicates: z.int().nonnegative(),
  rejected: z.array(z.object({ id: z.uuid(), reason: z.string() })),
});
export type UsageReceipt = z.infer<typeof usageReceiptSchema>;

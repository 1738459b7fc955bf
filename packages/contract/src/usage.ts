import { z } from 'zod';
import { ANY_SESSION, declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';
import { MAX_USAGE_ENTRIES_PER_REPORT, MAX_USAGE_ENTRY_SECONDS } from './usage-limits.ts';

/** What a Beta Tester may dictate in the time up to now, unless the server is set otherwise. Apps without an account count by it themselves. */
export const BETA_ALLOWANCE = { seconds: 3_600, windowMs: 7 * 24 * 3_600_000 } as const;

/** Seconds dictated, under an id that counts once, ever. Neither audio nor text. */
export const usageEntrySchema = z.object(
  {
    id: z.uuid('id is no UUID'),
    /** When the dictation began, in UTC. */
    startedAt: z.iso.datetime('startedAt is no time in UTC, such as 2026-02-03T08:30:00.000Z'),
    seconds: z
      .number('seconds is no number')
      .int('seconds is no whole number')
      .min(0, 'seconds is negative')
      .max(MAX_USAGE_ENTRY_SECONDS, `seconds is more than ${MAX_USAGE_ENTRY_SECONDS}`),
    /** IANA name of the zone in which it happened; its days are days there. */
    timezone: z
      .string('timezone is no name')
      .min(1, 'timezone is empty')
      .max(64, 'timezone is longer than 64 characters'),
  },
  'The entry is no object',
);
export type UsageEntry = z.infer<typeof usageEntrySchema>;

/** What `POST /usage` is sent. */
export const usageReportSchema = z.object({
  entries: z.array(usageEntrySchema).max(MAX_USAGE_ENTRIES_PER_REPORT),
});
export type UsageReport = z.infer<typeof usageReportSchema>;

/** What `POST /usage` answers, in `data`: every entry sent is one of the three. */
export const usageReceiptSchema = z.object({
  accepted: z.int().nonnegative(),
  /** Entries whose id was counted before. */
  duplicates: z.int().nonnegative(),
  /** The id as it was sent, null if there was none that could be read. */
  rejected: z.array(z.object({ id: z.string().nullable(), reason: z.string() })),
});
export type UsageReceipt = z.infer<typeof usageReceiptSchema>;

/** `YYYY-MM`, from the year 1 on. */
const monthSchema = z
  .string()
  .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'A month is written as YYYY-MM, such as 2026-02.');

const totalSeconds = z.int().nonnegative();
/** Seconds dictated on days, `YYYY-MM-DD`. */
export const dailyUsageSchema = z.array(z.object({ date: z.iso.date(), totalSeconds }));
/** Seconds dictated in months. */
export const monthlyUsageSchema = z.array(z.object({ month: monthSchema, totalSeconds }));

export const reportUsage = declareCall({
  ...CALL_ADDRESSES.reportUsage,
  takenFrom: ANY_SESSION,
  summary:
    'Counts dictations. An id counts once, however often it is sent; what is wrong with an entry concerns it alone.',
  // Each entry is read by itself, by `usageEntrySchema`, so that one that is wrong takes no other along.
  body: z.object({ entries: z.array(z.unknown()).max(MAX_USAGE_ENTRIES_PER_REPORT) }),
  answer: { kind: 'data', status: 200, data: usageReceiptSchema },
  failures: [],
});

export const getUsage = declareCall({
  ...CALL_ADDRESSES.getUsage,
  takenFrom: ANY_SESSION,
  summary: 'The last 7 days, and the months in which something was dictated. The newest comes last.',
  answer: { kind: 'data', status: 200, data: z.object({ daily: dailyUsageSchema, monthly: monthlyUsageSchema }) },
  failures: [],
});

export const getMonthlyUsage = declareCall({
  ...CALL_ADDRESSES.getMonthlyUsage,
  takenFrom: ANY_SESSION,
  summary: 'The days of a month on which something was dictated. The newest comes last.',
  params: z.object({ month: monthSchema }),
  answer: { kind: 'data', status: 200, data: z.object({ month: monthSchema, daily: dailyUsageSchema }) },
  failures: [],
});

/** What the user may dictate, and what of it is left. */
export const entitlementSchema = z.object({
  plan: z.enum(['beta', 'standard']),
  /** In any 7 days; null: no limit. */
  limitSeconds: z.int().nonnegative().nullable(),
  /** In the 7 days up to now. */
  usedSeconds: z.int().nonnegative(),
  /** When the use counted next falls, below the limit where it is reached; null if nothing counts. */
  resetsAt: z.iso.datetime().nullable(),
});
export type Entitlement = z.infer<typeof entitlementSchema>;

export const getEntitlement = declareCall({
  ...CALL_ADDRESSES.getEntitlement,
  takenFrom: ANY_SESSION,
  summary: 'The plan, and how much may be dictated.',
  answer: { kind: 'data', status: 200, data: entitlementSchema },
  failures: [],
});

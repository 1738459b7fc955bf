import { z } from 'zod';
import { ANY_SESSION, declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';
import { MAX_USAGE_ENTRIES_PER_REPORT, MAX_USAGE_ENTRY_SECONDS } from './usage-limits.ts';

/**
 * How much a Beta Tester may dictate in a rolling window, unless the server is configured otherwise. Apps without an
 * account enforce it themselves.
 */
export const BETA_ALLOWANCE = { seconds: 3_600, windowMs: 7 * 24 * 3_600_000 } as const;

/** Seconds dictated, under an ID that only ever counts once. Contains neither audio nor text. */
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
    /** IANA name of the time zone it happened in, which determines its date. */
    timezone: z
      .string('timezone is no name')
      .min(1, 'timezone is empty')
      .max(64, 'timezone is longer than 64 characters'),
  },
  'The entry is no object',
);
export type UsageEntry = z.infer<typeof usageEntrySchema>;

/** The body of `POST /usage`. */
export const usageReportSchema = z.object({
  entries: z.array(usageEntrySchema).max(MAX_USAGE_ENTRIES_PER_REPORT),
});
export type UsageReport = z.infer<typeof usageReportSchema>;

/** The response `data` of `POST /usage`: every entry sent is in exactly one of the three. */
export const usageReceiptSchema = z.object({
  accepted: z.int().nonnegative(),
  /** Entries whose ID had been counted before. */
  duplicates: z.int().nonnegative(),
  /** The ID as sent; null if it was missing or unreadable. */
  rejected: z.array(z.object({ id: z.string().nullable(), reason: z.string() })),
});
export type UsageReceipt = z.infer<typeof usageReceiptSchema>;

/** `YYYY-MM`, from the year 1 on. */
const monthSchema = z
  .string()
  .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, 'A month is written as YYYY-MM, such as 2026-02.');

const totalSeconds = z.int().nonnegative();
/** Seconds dictated per day, `YYYY-MM-DD`. */
export const dailyUsageSchema = z.array(z.object({ date: z.iso.date(), totalSeconds }));
/** Seconds dictated per month. */
export const monthlyUsageSchema = z.array(z.object({ month: monthSchema, totalSeconds }));

export const reportUsage = declareCall({
  ...CALL_ADDRESSES.reportUsage,
  takenFrom: ANY_SESSION,
  summary:
    'Counts dictations. An id counts once, however often it is sent; what is wrong with an entry concerns it alone.',
  // Each entry is parsed separately with `usageEntrySchema`, so that an invalid one doesn't fail the others.
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

/** How much the user may dictate, and how much is used up. */
export const entitlementSchema = z.object({
  plan: z.enum(['beta', 'standard']),
  /** Within any 7 days; null if unlimited. */
  limitSeconds: z.int().nonnegative().nullable(),
  /** Within the last 7 days. */
  usedSeconds: z.int().nonnegative(),
  /** When `usedSeconds` next decreases or, if the limit is reached, drops below it; null if nothing counts. */
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

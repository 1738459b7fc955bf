import { z } from 'zod';
import { sessionSchema, userSchema } from './auth.ts';
import { BROWSER_ONLY, declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';
import { dailyUsageSchema, monthlyUsageSchema, usageEntrySchema } from './usage.ts';

const time = z.iso.datetime();

/** All data stored about a user. */
export const accountExportSchema = z.object({
  exportedAt: time,
  user: userSchema.extend({
    emailVerifiedAt: time.nullable(),
    hasPassword: z.boolean(),
    /** The payment provider's ID. */
    customerId: z.string().nullable(),
    /** Start of the most recent dictation reported. */
    newestUsageAt: time.nullable(),
    usageTimezone: z.string().nullable(),
  }),
  /** Attempts to register the address, by the user or anyone else; `issuer` is set if with an external account. */
  registrations: z.array(
    z.object({ createdAt: time, expiresAt: time, confirmedAt: time.nullable(), issuer: z.string().nullable() }),
  ),
  /** External accounts, such as Google's, that the user signs in with. */
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), createdAt: time })),
  /** Signed-in browsers and devices. */
  sessions: z.array(sessionSchema.omit({ isCurrent: true }).extend({ expiresAt: time })),
  /** Browsers recognized from an earlier sign-in. */
  knownBrowsers: z.array(z.object({ lastSeenAt: time })),
  /** Single-use links that haven't been used yet. */
  openLinks: z.array(z.object({ purpose: z.enum(['setup', 'password-reset']), expiresAt: time })),
  subscriptions: z.array(
    z.object({
      /** The payment provider's IDs. */
      id: z.string(),
      customerId: z.string(),
      priceId: z.string(),
      status: z.string(),
      currentPeriodEnd: time.nullable(),
      cancelAtPeriodEnd: z.boolean(),
      createdAt: time,
    }),
  ),
  /** Purchased licenses. */
  purchases: z.array(
    z.object({
      /** The payment provider's IDs. */
      id: z.string(),
      paymentIntentId: z.string().nullable(),
      customerId: z.string().nullable(),
      status: z.enum(['paid', 'refunded', 'disputed']),
      /** In the currency's smallest unit. */
      amount: z.int().nullable(),
      currency: z.string().nullable(),
      paidAt: time,
    }),
  ),
  /** Licenses granted by support. */
  grants: z.array(z.object({ grantedAt: time, revokedAt: time.nullable() })),
  /** Every dictation reported, newest last. */
  usage: z.array(usageEntrySchema),
  /** The totals shown to the user. */
  usageByDay: dailyUsageSchema,
  usageByMonth: monthlyUsageSchema,
  /** The audit log: actions on the account, such as sign-ins, and who performed them. */
  events: z.array(
    z.object({
      at: time,
      actor: z.enum(['user', 'support', 'system']),
      action: z.string(),
      subjectId: z.string().nullable(),
    }),
  ),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

export const exportAccount = declareCall({
  ...CALL_ADDRESSES.exportAccount,
  takenFrom: BROWSER_ONLY,
  summary: 'Everything stored about the user.',
  answer: { kind: 'data', status: 200, data: accountExportSchema, isStreamed: true },
  failures: ['busy'],
});

export const deleteAccount = declareCall({
  ...CALL_ADDRESSES.deleteAccount,
  takenFrom: BROWSER_ONLY,
  summary: 'Deletes the account and everything stored about the user; a subscription is cancelled.',
  usesCookies: true,
  answer: { kind: 'data', status: 200, data: z.object({ deleted: z.literal(true) }) },
  failures: [],
});

import { z } from 'zod';
import { sessionSchema, userSchema } from './auth.ts';
import { declareCall } from './call.ts';
import { usageEntrySchema } from './usage.ts';

/** All that is held about a user. */
export const accountExportSchema = z.object({
  exportedAt: z.iso.datetime(),
  user: userSchema.extend({ emailVerifiedAt: z.iso.datetime().nullable(), hasPassword: z.boolean() }),
  /** Accounts elsewhere with which the user signs in. */
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), createdAt: z.iso.datetime() })),
  sessions: z.array(sessionSchema.omit({ isCurrent: true })),
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['subscription', 'license']),
      status: z.string(),
      amount: z.int().nullable(),
      currency: z.string().nullable(),
      paidAt: z.iso.datetime().nullable(),
    }),
  ),
  usage: z.array(usageEntrySchema),
  /** What was done with the account, such as sign-ins. */
  events: z.array(z.object({ at: z.iso.datetime(), action: z.string() })),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

export const exportAccount = declareCall({
  method: 'GET',
  path: '/account/export',
  summary: 'Everything that is held about the user.',
  access: 'bearer',
  answer: { kind: 'data', status: 200, data: accountExportSchema },
  failures: [],
});

export const deleteAccount = declareCall({
  method: 'DELETE',
  path: '/account',
  summary: 'Deletes the account and all that is held about the user; a subscription is cancelled.',
  access: 'bearer',
  usesCookies: true,
  answer: { kind: 'data', status: 200, data: z.object({ deleted: z.literal(true) }) },
  failures: [],
});

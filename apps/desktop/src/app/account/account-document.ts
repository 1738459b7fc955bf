import { entitlementSchema } from '@workspace/contract/usage';
import { z } from 'zod';

const linkedSchema = z.object({
  id: z.string(),
  email: z.string(),
});

/** The account as stored. Never contains a token. */
const accountDocumentSchema = z.object({
  version: z.literal(1),
  /** The account this computer is linked to; null if none. */
  account: linkedSchema.nullable(),
  /** Whether the server ended the link. Shown until the app is linked again. */
  wasSignedOut: z.boolean(),
  /**
   * What the server last said about the account, and when (milliseconds since 1970). Fetched again if it can't be read.
   */
  entitlement: entitlementSchema.extend({ askedAt: z.number() }).nullable().catch(null),
});
export type AccountDocument = z.infer<typeof accountDocumentSchema>;
export type LinkedAccount = z.infer<typeof linkedSchema>;

export const NO_ACCOUNT: AccountDocument = { version: 1, account: null, wasSignedOut: false, entitlement: null };

/** Reads the stored document. Falls back to no account if it can't be parsed. */
export function readAccountDocument(stored: unknown): { value: AccountDocument; isIntact: boolean } {
  if (stored === undefined) return { value: NO_ACCOUNT, isIntact: true };
  const { data } = accountDocumentSchema.safeParse(stored);
  return { value: data ?? NO_ACCOUNT, isIntact: data !== undefined };
}

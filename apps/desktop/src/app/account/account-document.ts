import { entitlementSchema } from '@workspace/contract/usage';
import { z } from 'zod';

const linkedSchema = z.object({
  id: z.string(),
  email: z.string(),
});

/** What is stored of the account: never a token. */
const accountDocumentSchema = z.object({
  version: z.literal(1),
  /** The account that this computer is linked to; null: none. */
  account: linkedSchema.nullable(),
  /** Whether the server ended the link; this is shown until the app is linked again. */
  wasSignedOut: z.boolean(),
  /** What the server said of the account last, and when (milliseconds since 1970). Fetched again if it can't be read. */
  entitlement: entitlementSchema.extend({ askedAt: z.number() }).nullable().catch(null),
});
export type AccountDocument = z.infer<typeof accountDocumentSchema>;
export type LinkedAccount = z.infer<typeof linkedSchema>;

export const NO_ACCOUNT: AccountDocument = { version: 1, account: null, wasSignedOut: false, entitlement: null };

/** Makes a document of what was stored; without an account if that can't be understood. */
export function readAccountDocument(stored: unknown): { value: AccountDocument; isIntact: boolean } {
  if (stored === undefined) return { value: NO_ACCOUNT, isIntact: true };
  const { data } = accountDocumentSchema.safeParse(stored);
  return { value: data ?? NO_ACCOUNT, isIntact: data !== undefined };
}

import { z } from 'zod';

/** The account this computer is linked to, if any. `problem`: what to know or do, in a sentence or two. */
export const accountViewSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none'), problem: z.string().nullable() }),
  /** A setup link was opened; the server is being asked whose it is. */
  z.object({ state: z.literal('linking') }),
  /**
   * The user is asked whether to link to this account. `replaces`: the email address of the currently linked account.
   */
  z.object({ state: z.literal('confirming'), email: z.string(), replaces: z.string().nullable() }),
  z.object({ state: z.literal('linked'), email: z.string(), problem: z.string().nullable() }),
]);
export type AccountView = z.infer<typeof accountViewSchema>;

/** How much may be dictated in any 7 days; counted locally if no account is linked. */
export const allowanceViewSchema = z.object({
  plan: z.enum(['beta', 'standard']),
  /** null: no limit. */
  limitSeconds: z.int().nonnegative().nullable(),
  usedSeconds: z.int().nonnegative(),
  /** When some of it comes back, in ISO 8601; null if nothing counts, or it isn't known. */
  resetsAt: z.string().nullable(),
});
export type AllowanceView = z.infer<typeof allowanceViewSchema>;

/** Pages of the site that the app opens. */
export const sitePageSchema = z.enum(['home', 'account', 'billing']);
export type SitePage = z.infer<typeof sitePageSchema>;

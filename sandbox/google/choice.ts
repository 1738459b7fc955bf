import { z } from 'zod';
import { type Account, accountOf, TEST_ACCOUNTS } from './accounts.ts';

/** The account chosen in a form of the account page; `undefined` if the user canceled. */
export const choiceSchema = z.union([
  z.strictObject({ choice: z.literal('cancel') }).transform(() => undefined),
  z.strictObject({ choice: z.enum(TEST_ACCOUNTS.map(({ email }) => email)) }).transform(({ choice }) => listed(choice)),
  z
    .strictObject({
      choice: z.literal('another'),
      email: z.email(),
      verified: z.literal('yes').optional(),
      sub: z.string().max(255).optional(),
      hostedDomain: z.string().max(255).optional(),
    })
    .transform(({ email, verified, sub, hostedDomain }) =>
      accountOf({
        email,
        emailVerified: verified === 'yes',
        sub: sub || undefined,
        hostedDomain: hostedDomain || undefined,
      }),
    ),
]);

/** The account as tests send it: the address of a listed account, another account, or null to cancel. */
export const accountSchema = z.union([
  z.null().transform(() => undefined),
  z.enum(TEST_ACCOUNTS.map(({ email }) => email)).transform(listed),
  z
    .strictObject({
      email: z.email(),
      emailVerified: z.boolean(),
      sub: z.string().min(1).max(255).optional(),
      hostedDomain: z.string().min(1).max(255).optional(),
    })
    .transform(accountOf),
]);

/** The form that chooses an account or cancels. */
export function formOf(account: Account | undefined): URLSearchParams {
  if (account === undefined) return new URLSearchParams({ choice: 'cancel' });
  const { email, emailVerified, sub, hostedDomain } = account;
  return new URLSearchParams({
    choice: 'another',
    email,
    sub,
    ...(emailVerified && { verified: 'yes' }),
    ...(hostedDomain !== undefined && { hostedDomain }),
  });
}

function listed(email: string): Account | undefined {
  return TEST_ACCOUNTS.find((account) => account.email === email);
}

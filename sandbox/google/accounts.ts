import { createHash } from 'node:crypto';

/** A person who can sign in at the stand-in for Google. */
export interface Account {
  /** Google's lasting identifier of the person: up to 255 characters, in practice 21 digits. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The domain of the organization that it belongs to, Google's `hd`; a personal account has none. */
  readonly hostedDomain?: string | undefined;
}

/** Claims of an account that isn't on the list; without `sub` it is derived from the address. */
export interface AnotherAccount {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly sub?: string | undefined;
  readonly hostedDomain?: string | undefined;
}

/** The accounts that the page offers. */
export const TEST_ACCOUNTS: readonly Account[] = [
  accountOf({ email: 'first.tester@example.com', emailVerified: true }),
  accountOf({ email: 'second.tester@example.com', emailVerified: true }),
  accountOf({ email: 'unverified.tester@example.com', emailVerified: false }),
];

/** The account that is meant by a description: the same for the same address, unless its `sub` is given. */
export function accountOf({ email, emailVerified, sub, hostedDomain }: AnotherAccount): Account {
  return { sub: sub ?? subOf(email), email, emailVerified, hostedDomain };
}

function subOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return BigInt(`0x${digest}`).toString().slice(0, 21);
}

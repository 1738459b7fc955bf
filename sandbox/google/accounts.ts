import { createHash } from 'node:crypto';

/** Someone who can sign in with the stand-in for Google. */
export interface Account {
  /** Google's permanent user id: up to 255 characters, in practice 21 digits. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The organization's domain, Google's `hd`; personal accounts have none. */
  readonly hostedDomain?: string | undefined;
}

/** Describes an account that isn't on the list; `sub` defaults to one derived from the address. */
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

/** The described account: always the same for an address, unless `sub` is given. */
export function accountOf({ email, emailVerified, sub, hostedDomain }: AnotherAccount): Account {
  return { sub: sub ?? subOf(email), email, emailVerified, hostedDomain };
}

function subOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return BigInt(`0x${digest}`).toString().slice(0, 21);
}

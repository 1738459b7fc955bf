import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { claimPurchases } from '../billing/claim-purchases.ts';
import type { Connection, Transaction } from '../database/database.ts';
import { identities, registrations, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { beginRegistration } from './begin-registration.ts';
import type { GoogleAccount } from './google-client.ts';
import { offerLink } from './link-google.ts';

/** The user who signed in, or what has to happen first: the link mailed to the address must be opened. */
export type GoogleUser = { userId: string } | { waitsFor: 'verification' | 'link' };

/**
 * Finds the user to whom a Google account belongs. If Google has verified the address, a new account is linked to the
 * user with that address, who is created if necessary. An existing account's owner must confirm the link by email,
 * unless Google runs the mailbox: it verified other addresses once, and they may have changed hands since. An address
 * that Google hasn't verified is registered, and gets an email.
 *
 * @throws Failure `too-many-requests`, `google-sign-in-failed`
 */
export async function findGoogleUser(services: Services, account: GoogleAccount): Promise<GoogleUser> {
  const { database, rateLimits } = services;
  const known = await findByIdentity(database, account);
  if (known !== undefined) return { userId: known };
  const { email, issuer, subject, emailVerified } = account;
  if (emailVerified) {
    const userId = await database.transaction((transaction) => linkByAddress(transaction, services, account));
    if (userId !== undefined) return { userId };
  }
  await rateLimits.count('register', 'account', email);
  await database.transaction((transaction) =>
    emailVerified
      ? offerLink(transaction, services, account)
      : beginRegistration(transaction, services, email, { issuer, subject }),
  );
  return { waitsFor: emailVerified ? 'link' : 'verification' };
}

async function findByIdentity(connection: Connection, { issuer, subject }: GoogleAccount): Promise<string | undefined> {
  const [identity] = await connection
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return identity?.userId;
}

/** Returns the user's id; undefined if the link must first be confirmed by email. */
async function linkByAddress(
  transaction: Transaction,
  services: Services,
  account: GoogleAccount,
): Promise<string | undefined> {
  const { clock } = services;
  const { issuer, subject, email } = account;
  const now = clock.now();
  const newId = randomUUID();
  // One statement, so that two simultaneous sign-ins create one user. The no-op update locks the row.
  const [user] = await transaction
    .insert(users)
    .values({ id: newId, email, emailVerifiedAt: now, createdAt: now })
    .onConflictDoUpdate({ target: users.email, set: { email: sql`excluded.email` } })
    .returning({ userId: users.id, emailVerifiedAt: users.emailVerifiedAt });
  if (user === undefined) throw new Error('The database returned no user.');
  const { userId } = user;

  const mustConfirm = userId !== newId && user.emailVerifiedAt !== null && !account.isMailboxGoogles;
  // Another sign-in with the same account may have been faster.
  if (mustConfirm) return findByIdentity(transaction, account);

  const [linked] = await transaction
    .insert(identities)
    .values({ issuer, subject, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  if (linked === undefined) {
    // Another sign-in was faster. If it came with a different address, what was done here for this one is undone.
    if ((await findByIdentity(transaction, account)) === userId) return userId;
    throw new Failure('google-sign-in-failed');
  }

  const audit = (action: 'registered' | 'email-verified' | 'google-linked') =>
    recordAuditEvent(transaction, clock, { actor: 'user', action, userId });
  if (userId === newId) await audit('registered');
  if (user.emailVerifiedAt === null) await takeOverRegistration(transaction, userId, now);
  if (userId === newId || user.emailVerifiedAt === null) {
    await audit('email-verified');
    await claimPurchases(transaction, services, { id: userId, email });
  }
  await audit('google-linked');
  return userId;
}

/**
 * Hands an unverified account to the person who proved that the address is theirs. Anyone else who registered it,
 * hoping that the owner opens the mailed link, gets nothing: their links and passwords become void.
 */
async function takeOverRegistration(transaction: Transaction, userId: string, now: Date): Promise<void> {
  await transaction.update(users).set({ emailVerifiedAt: now, passwordHash: null }).where(eq(users.id, userId));
  await transaction.delete(registrations).where(eq(registrations.userId, userId));
}

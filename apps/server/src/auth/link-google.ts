import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Transaction } from '../database/database.ts';
import { identities, registrations, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Keys } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import { addRegistration } from './begin-registration.ts';
import type { GoogleAccount } from './google-client.ts';

/** Returns the token in the link that links a Google account: always the same, so that an email can be sent again. */
export function googleLinkTokenOf(keys: Keys, registrationId: string): string {
  return keys.signReference('google-link', registrationId);
}

/** Mails an account's owner a link that lets a Google account with the same address open it too. */
export async function offerLink(
  transaction: Transaction,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  { email, issuer, subject }: GoogleAccount,
): Promise<void> {
  const [user] = await transaction.select({ id: users.id }).from(users).where(eq(users.email, email)).for('share');
  // Deleted meanwhile: the next sign-in creates an account.
  if (user === undefined) throw new Failure('google-sign-in-failed');
  const registrationId = await addRegistration(transaction, clock.now(), user.id, { issuer, subject });
  await jobs.enqueue('send-mail', { template: 'google-link', registrationId }, transaction);
}

/**
 * Links a Google account using the mailed link. This takes a separate call, since mail scanners open links. Using the
 * link again succeeds and changes nothing.
 *
 * @throws Failure `invalid-google-link`, also if the Google account opens another account by now
 */
export async function linkGoogle({ clock, database, keys }: Services, token: string): Promise<void> {
  const registrationId = keys.openReference('google-link', token);
  if (registrationId === undefined) throw new Failure('invalid-google-link');
  await database.transaction(async (transaction) => {
    const now = clock.now();
    const [found] = await transaction
      .select({ userId: users.id, issuer: registrations.issuer, subject: registrations.subject })
      .from(registrations)
      .innerJoin(users, eq(users.id, registrations.userId))
      .where(
        and(eq(registrations.id, registrationId), gt(registrations.expiresAt, now), isNotNull(users.emailVerifiedAt)),
      )
      .for('no key update', { of: users });
    if (found === undefined || found.issuer === null || found.subject === null)
      throw new Failure('invalid-google-link');
    const { userId, issuer, subject } = found;
    // If two links are used at the same time, only one finds the Google account free.
    const [linked] = await transaction
      .insert(identities)
      .values({ issuer, subject, userId, createdAt: now })
      .onConflictDoNothing()
      .returning({ userId: identities.userId });
    if (linked === undefined) {
      const isOwn = and(eq(identities.issuer, issuer), eq(identities.subject, subject), eq(identities.userId, userId));
      if ((await transaction.select().from(identities).where(isOwn)).length === 0)
        throw new Failure('invalid-google-link');
      return;
    }
    await transaction.update(registrations).set({ confirmedAt: now }).where(eq(registrations.id, registrationId));
    await recordAuditEvent(transaction, clock, { actor: 'user', action: 'google-linked', userId });
  });
}

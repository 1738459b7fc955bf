import { and, eq, gt } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { claimPurchases } from '../billing/claim-purchases.ts';
import type { Transaction } from '../database/database.ts';
import { identities, registrations, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Keys } from '../secrets/keys.ts';
import type { Services } from '../services.ts';

/**
 * Returns the token in the link that verifies an address: always the same for a registration, so that an email can be
 * sent again.
 */
export function verificationTokenOf(keys: Keys, registrationId: string): string {
  return keys.signReference('verification-link', registrationId);
}

/**
 * Verifies an address using the link mailed to it, and activates what was registered with it. The same link, or another
 * one of a verified account, succeeds again and changes nothing, since mail scanners open links too.
 *
 * @returns the address
 * @throws Failure `invalid-verification-link`
 */
export async function verifyEmail(services: Services, token: string): Promise<string> {
  const { clock, database, keys } = services;
  const registrationId = keys.openReference('verification-link', token);
  if (registrationId === undefined) throw new Failure('invalid-verification-link');
  return database.transaction(async (transaction) => {
    const now = clock.now();
    // The lock on the user lets only one be the first, of several links or of several uses of one.
    const [found] = await transaction
      .select({ user: users, registration: registrations })
      .from(registrations)
      .innerJoin(users, eq(users.id, registrations.userId))
      .where(and(eq(registrations.id, registrationId), gt(registrations.expiresAt, now)))
      .for('update', { of: users });
    if (found === undefined) throw new Failure('invalid-verification-link');
    if (found.user.emailVerifiedAt === null) await confirm(transaction, services, found, now);
    return found.user.email;
  });
}

interface Confirmation {
  user: typeof users.$inferSelect;
  registration: typeof registrations.$inferSelect;
}

async function confirm(
  transaction: Transaction,
  services: Services,
  { user, registration: { id, passwordHash, issuer, subject } }: Confirmation,
  now: Date,
): Promise<void> {
  await transaction.update(registrations).set({ confirmedAt: now }).where(eq(registrations.id, id));
  await transaction.update(users).set({ emailVerifiedAt: now, passwordHash }).where(eq(users.id, user.id));
  if (issuer !== null && subject !== null) {
    // An external account opens one account here: if it already opens another, that stays so.
    await transaction
      .insert(identities)
      .values({ issuer, subject, userId: user.id, createdAt: now })
      .onConflictDoNothing();
  }
  await claimPurchases(transaction, services, { id: user.id, email: user.email });
  const event = { actor: 'user', action: 'email-verified', userId: user.id, subjectId: id } as const;
  await recordAuditEvent(transaction, services.clock, event);
}

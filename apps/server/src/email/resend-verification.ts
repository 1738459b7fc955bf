import { and, desc, eq, isNull } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { addRegistration } from '../auth/begin-registration.ts';
import { registrations, users } from '../database/schema.ts';
import type { Services } from '../services.ts';

/**
 * Mails a new link to an address that waits for its verification, and does nothing for any other. It brings the same
 * into force as the newest one before; older links live on for their own time.
 *
 * @param actor who asked for it
 * @returns whether a link was sent
 */
export async function resendVerification(
  { clock, database, jobs }: Pick<Services, 'clock' | 'database' | 'jobs'>,
  email: string,
  actor: 'user' | 'support',
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [newest] = await transaction
      .select({
        userId: users.id,
        passwordHash: registrations.passwordHash,
        issuer: registrations.issuer,
        subject: registrations.subject,
      })
      .from(users)
      .innerJoin(registrations, eq(registrations.userId, users.id))
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt)))
      .orderBy(desc(registrations.createdAt))
      .limit(1)
      // The account is neither verified nor deleted before the new link stands.
      .for('share', { of: users });
    if (newest === undefined) return false;
    const { userId, ...credential } = newest;
    const registrationId = await addRegistration(transaction, clock.now(), userId, credential);
    const event = { actor, action: 'verification-resent', userId, subjectId: registrationId } as const;
    await recordAuditEvent(transaction, clock, event);
    await jobs.enqueue('send-mail', { template: 'verification', registrationId }, transaction);
    return true;
  });
}

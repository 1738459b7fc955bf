import { and, desc, eq, isNull } from 'drizzle-orm';
import { recordAuditEvent, type Support } from '../audit/record-audit-event.ts';
import { addRegistration } from '../auth/begin-registration.ts';
import { registrations, users } from '../database/schema.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import { openSealedText, sealText } from '../secrets/sealed-text.ts';
import type { Services } from '../services.ts';

type RequestServices = Pick<Services, 'clock' | 'database' | 'jobs' | 'keys'>;

/** Has a new link mailed to an address if it waits for one. A job finds out: so the call does, and takes, the same for every address. */
export async function requestVerification({ database, jobs, keys }: RequestServices, email: string): Promise<void> {
  await jobs.enqueue('resend-verification', { sealedAddress: await sealText(keys, email) }, database);
}

/** Does what was requested. */
export async function resendToSealed(
  services: RequestServices,
  { sealedAddress }: JobPayloads['resend-verification'],
): Promise<void> {
  await resendVerification(services, await openSealedText(services.keys, sealedAddress), 'user');
}

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
  actor: 'user' | Support,
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
      // The account is neither verified nor deleted before the new link is written.
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

import { and, desc, eq, isNull } from 'drizzle-orm';
import { recordAuditEvent, type Support } from '../audit/record-audit-event.ts';
import { addRegistration } from '../auth/begin-registration.ts';
import { registrations, users } from '../database/schema.ts';
import type { JobPayloads } from '../jobs/queues.ts';
import { openSealedText, sealText } from '../secrets/sealed-text.ts';
import type { Services } from '../services.ts';

type RequestServices = Pick<Services, 'clock' | 'database' | 'jobs' | 'keys'>;

/**
 * Requests a new link for an address. A job finds out whether the address is waiting for one: so the call does the
 * same, in the same time, for every address.
 */
export async function requestVerification({ database, jobs, keys }: RequestServices, email: string): Promise<void> {
  await jobs.enqueue('resend-verification', { sealedAddress: await sealText(keys, email) }, database);
}

/** Carries out a request of `requestVerification`. */
export async function resendToSealed(
  services: RequestServices,
  { sealedAddress }: JobPayloads['resend-verification'],
): Promise<void> {
  await resendVerification(services, await openSealedText(services.keys, sealedAddress), 'user');
}

/**
 * Mails a new link to an address that is waiting to be verified, and does nothing for any other. It activates the same
 * password or account as the newest link before it; older links keep working for their own lifetime.
 *
 * @param actor who requested it
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

import { count, eq } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { endAllSessions } from '../auth/sessions.ts';
import { sessions } from '../database/schema.ts';
import { lockAccount } from './find-account.ts';
import type { Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Signs a user out of all browsers and devices, effective immediately.
 *
 * @throws AdminError if there is no such account
 */
export async function signOut(
  { clock, database, operator }: Pick<SupportServices, 'clock' | 'database' | 'operator'>,
  email: string,
): Promise<Report> {
  const ended = await database.transaction(async (transaction) => {
    const { id: userId } = await lockAccount(transaction, email);
    const [signedIn] = await transaction.select({ count: count() }).from(sessions).where(eq(sessions.userId, userId));
    await endAllSessions(transaction, userId);
    await recordAuditEvent(transaction, clock, { actor: { operator }, action: 'signed-out', userId });
    return signedIn?.count ?? 0;
  });
  return { text: `${email} is signed out everywhere. Sessions ended: ${ended}.`, data: { email, ended } };
}

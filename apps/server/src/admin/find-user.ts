import { count, eq } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { identities, sessions } from '../database/schema.ts';
import { findAccount } from './find-account.ts';
import { readPlan } from './read-plan.ts';
import { formatFields, formatTime, type Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Reports what support needs to know about an account when its user asks for help.
 *
 * @throws AdminError if there is no such account
 */
export async function findUser(
  { clock, database, operator }: Pick<SupportServices, 'clock' | 'database' | 'operator'>,
  emailOrId: string,
): Promise<Report> {
  const account = await findAccount(database, emailOrId);
  await recordAuditEvent(database, clock, { actor: { operator }, action: 'account-read', userId: account.id });
  const { id, email, createdAt, emailVerifiedAt, customerId, newestUsageAt } = account;
  const elsewhere = await database
    .select({ issuer: identities.issuer })
    .from(identities)
    .where(eq(identities.userId, id));
  const [signedIn] = await database.select({ count: count() }).from(sessions).where(eq(sessions.userId, id));
  const data = {
    id,
    email,
    createdAt,
    emailVerifiedAt,
    signsInWith: [...(account.passwordHash === null ? [] : ['password']), ...elsewhere.map(({ issuer }) => issuer)],
    plan: await readPlan(database, id),
    sessions: signedIn?.count ?? 0,
    customerId,
    newestUsageAt,
  };
  const text = formatFields({
    Id: id,
    Email: email,
    Registered: formatTime(createdAt),
    Verified: emailVerifiedAt === null ? 'no' : formatTime(emailVerifiedAt),
    'Signs in with': data.signsInWith.join(', ') || 'nothing yet',
    Plan: data.plan,
    Sessions: `${data.sessions}`,
    Customer: customerId ?? 'none',
    'Last dictation': newestUsageAt === null ? 'none' : formatTime(newestUsageAt),
  });
  return { text, data };
}

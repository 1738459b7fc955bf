import { and, eq, gt } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { addMs, DAY_MS } from '../clock.ts';
import type { Connection } from '../database/database.ts';
import { oneTimeTokens, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import { hashToken, newToken } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import { endAllSessions } from './sessions.ts';

/** How long a link to a new password works. */
export const RESET_LINK_MS = DAY_MS;

/** Makes the link by which a user sets a new password, once, for support to hand on. It stands nowhere in clear. */
export async function makePasswordResetLink(
  connection: Connection,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  userId: string,
): Promise<string> {
  const token = newToken();
  await connection.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    purpose: 'password-reset',
    userId,
    expiresAt: addMs(clock.now(), RESET_LINK_MS),
  });
  await recordAuditEvent(connection, clock, { actor: 'support', action: 'reset-link-made', userId });
  return `${config.siteUrl}/reset-password?token=${token}`;
}

/**
 * Sets a password by a link from support, and ends whatever else might open the account: sessions, setup tokens and
 * other such links.
 *
 * @throws Failure `invalid-reset-link`, `too-many-requests`, `busy`
 */
export async function resetPassword(
  { clock, database, passwords, rateLimits }: Services,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  await rateLimits.count('resetPassword', 'address', address);
  const passwordHash = await passwords.hash(password);
  await database.transaction(async (transaction) => {
    // One statement: of two requests with the same link only one finds the token.
    const [used] = await transaction
      .delete(oneTimeTokens)
      .where(
        and(
          eq(oneTimeTokens.tokenHash, hashToken(token)),
          eq(oneTimeTokens.purpose, 'password-reset'),
          gt(oneTimeTokens.expiresAt, clock.now()),
        ),
      )
      .returning({ userId: oneTimeTokens.userId });
    if (used === undefined) throw new Failure('invalid-reset-link');
    const { userId } = used;
    // First of all, so that a sign-in with the old password is either over, and its session ended below, or refused.
    await transaction.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await transaction.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
    await endAllSessions(transaction, userId);
    await recordAuditEvent(transaction, clock, { actor: 'user', action: 'password-reset', userId });
  });
}

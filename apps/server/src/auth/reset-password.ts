import { eq } from 'drizzle-orm';
import { recordAuditEvent, type Support } from '../audit/record-audit-event.ts';
import { DAY_MS } from '../clock.ts';
import type { Connection } from '../database/database.ts';
import { oneTimeTokens, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { isGoodToken, lockUserOfToken, makeOneTimeToken, redeemOneTimeToken } from './one-time-tokens.ts';
import { endAllSessions } from './sessions.ts';

/** How long a link to set a new password works. */
export const RESET_LINK_MS = DAY_MS;

/** Makes a single-use link for a user to set a new password, for support to pass on. */
export async function makePasswordResetLink(
  connection: Connection,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  userId: string,
  support: Support,
): Promise<string> {
  const token = await makeOneTimeToken(connection, clock, {
    purpose: 'password-reset',
    userId,
    lifetimeMs: RESET_LINK_MS,
  });
  await recordAuditEvent(connection, clock, { actor: support, action: 'reset-link-made', userId });
  return `${config.siteUrl}/reset-password?token=${token}`;
}

/**
 * Sets a password using a link from support, and invalidates everything else that might open the account: sessions,
 * setup tokens and other such links.
 *
 * @throws Failure `invalid-reset-link`, `invalid-input` if the password is a common one
 */
export async function resetPassword(
  { clock, database, passwords }: Services,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await refuseCommonPassword(password);
  // Before any hashing, since made-up links could otherwise keep the server busy. Whether the link still works is
  // checked below.
  if (!(await isGoodToken(database, clock, { purpose: 'password-reset', token })))
    throw new Failure('invalid-reset-link');
  const passwordHash = await passwords.hash(password);
  await database.transaction(async (transaction) => {
    // The user first, so that two links used at the same time take turns, and a sign-in with the old password has
    // either completed, and its session is ended below, or is refused.
    await lockUserOfToken(transaction, token, 'no key update');
    const userId = await redeemOneTimeToken(transaction, clock, { purpose: 'password-reset', token });
    if (userId === undefined) throw new Failure('invalid-reset-link');
    await transaction.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endAllSessions(transaction, userId);
    await transaction.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
    await recordAuditEvent(transaction, clock, { actor: 'user', action: 'password-reset', userId });
  });
}

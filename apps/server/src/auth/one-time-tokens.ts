import { and, eq, gt } from 'drizzle-orm';
import { addMs, type Clock } from '../clock.ts';
import type { Connection, Transaction } from '../database/database.ts';
import { oneTimeTokens, users } from '../database/schema.ts';
import { hashToken, newToken } from '../secrets/keys.ts';

type Purpose = typeof oneTimeTokens.$inferSelect.purpose;

interface NewOneTimeToken {
  purpose: Purpose;
  userId: string;
  /** The session that the token ends with. */
  sessionId?: string;
  lifetimeMs: number;
}

/** Makes a token that works once, for a limited time. Only its hash is stored. */
export async function makeOneTimeToken(
  connection: Connection,
  clock: Clock,
  { purpose, userId, sessionId, lifetimeMs }: NewOneTimeToken,
): Promise<string> {
  const token = newToken();
  await connection.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    purpose,
    userId,
    sessionId: sessionId ?? null,
    expiresAt: addMs(clock.now(), lifetimeMs),
  });
  return token;
}

/**
 * Locks a token's user before anything that belongs to that user: so the token is used up either before or after all of
 * the user's sessions end.
 */
export async function lockUserOfToken(
  transaction: Transaction,
  token: string,
  strength: 'share' | 'no key update',
): Promise<void> {
  await transaction
    .select({ id: users.id })
    .from(users)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.userId, users.id))
    .where(eq(oneTimeTokens.tokenHash, hashToken(token)))
    .for(strength, { of: users });
}

interface GivenToken {
  purpose: Purpose;
  token: string;
}

function isGood(clock: Clock, { purpose, token }: GivenToken) {
  return and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, clock.now()),
  );
}

/** Returns whether a token could be used right now. */
export async function isGoodToken(connection: Connection, clock: Clock, given: GivenToken): Promise<boolean> {
  const found = await connection
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isGood(clock, given));
  return found.length > 0;
}

/** Uses up a token. Returns the id of the user it was made for; undefined if it isn't valid, or no longer is. */
export async function redeemOneTimeToken(
  connection: Connection,
  clock: Clock,
  given: GivenToken,
): Promise<string | undefined> {
  // One statement: of two requests with the same token, only one finds it.
  const [used] = await connection
    .delete(oneTimeTokens)
    .where(isGood(clock, given))
    .returning({ userId: oneTimeTokens.userId });
  return used?.userId;
}

import { and, eq, gt } from 'drizzle-orm';
import { addMs, type Clock } from '../clock.ts';
import type { Connection } from '../database/database.ts';
import { oneTimeTokens } from '../database/schema.ts';
import { hashToken, newToken } from '../secrets/keys.ts';

type Purpose = typeof oneTimeTokens.$inferSelect.purpose;

/** Makes a token that works once, for so long. It stands nowhere in clear: only its hash is kept. */
export async function makeOneTimeToken(
  connection: Connection,
  clock: Clock,
  { purpose, userId, lifetimeMs }: { purpose: Purpose; userId: string; lifetimeMs: number },
): Promise<string> {
  const token = newToken();
  await connection
    .insert(oneTimeTokens)
    .values({ tokenHash: hashToken(token), purpose, userId, expiresAt: addMs(clock.now(), lifetimeMs) });
  return token;
}

/** Uses a token up. Returns the id of the user it was made for; undefined where it isn't good, any more or at all. */
export async function redeemOneTimeToken(
  connection: Connection,
  clock: Clock,
  { purpose, token }: { purpose: Purpose; token: string },
): Promise<string | undefined> {
  const isGood = and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, clock.now()),
  );
  // One statement: of two that bring the same token only one finds it.
  const [used] = await connection.delete(oneTimeTokens).where(isGood).returning({ userId: oneTimeTokens.userId });
  return used?.userId;
}

import type { Session } from '@workspace/contract/auth';
import { and, desc, eq, gt } from 'drizzle-orm';
import { sessions } from '../database/schema.ts';
import type { Services } from '../services.ts';
import type { Caller } from './authenticate.ts';

/** Lists the browsers and devices where the caller is signed in, most recently used first. */
export async function listSessions(
  { clock, database }: Services,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<Session[]> {
  const found = await database
    .select({
      id: sessions.id,
      kind: sessions.kind,
      name: sessions.name,
      platform: sessions.platform,
      appVersion: sessions.appVersion,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.lastUsedAt), sessions.id);
  return found.map((session) => ({
    ...session,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === sessionId,
  }));
}

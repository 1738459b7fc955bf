import { randomUUID } from 'node:crypto';
import type { SessionKind } from '@workspace/contract/call';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { addMs, DAY_MS, SECOND_MS } from '../clock.ts';
import type { Connection, Transaction } from '../database/database.ts';
import { oneTimeTokens, sessions, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';

/** How long a session lasts, and how refresh tokens are replaced. */
export const SESSION = {
  /** Since it was last used. */
  idleMs: 30 * DAY_MS,
  /** In total. */
  absoluteMs: 90 * DAY_MS,
  /**
   * How long after its use a refresh token may be used again, for example because the answer was lost. Longer or
   * shorter by as much as the servers' clocks differ.
   */
  reuseWindowMs: 10 * SECOND_MS,
  /** Sessions per user; beyond that, those unused for the longest are ended. */
  maxPerUser: 100,
} as const;

export interface NewSession {
  userId: string;
  kind: SessionKind;
  name: string;
  platform?: string;
  appVersion?: string;
}

/** A session that can continue: whose it is, and the token for the next refresh. */
export interface LiveSession {
  sessionId: string;
  userId: string;
  refreshToken: string;
}

/** Begins a session. */
export async function startSession(
  connection: Connection,
  { clock, keys }: Pick<Services, 'clock' | 'keys'>,
  { userId, kind, name, platform, appVersion }: NewSession,
): Promise<LiveSession> {
  const now = clock.now();
  const sessionId = randomUUID();
  await connection.insert(sessions).values({
    id: sessionId,
    userId,
    kind,
    name,
    platform: platform ?? null,
    appVersion: appVersion ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: addMs(now, SESSION.idleMs),
  });
  await endOldestSessions(connection, userId);
  return { sessionId, userId, refreshToken: refreshTokenOf(keys, { sessionId, generation: 0 }) };
}

async function endOldestSessions(connection: Connection, userId: string): Promise<void> {
  const tooMany = connection
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .offset(SESSION.maxPerUser)
    // Leaves sessions that another call is ending to that call, without waiting for it.
    .for('update', { skipLocked: true });
  await connection.delete(sessions).where(inArray(sessions.id, tooMany));
}

/** What a refresh token says: which of a session's tokens it is. */
export interface RefreshClaim {
  sessionId: string;
  generation: number;
}

/**
 * Returns the token of a generation, always the same: so a token's successor can be given again without being stored.
 */
function refreshTokenOf(keys: Services['keys'], { sessionId, generation }: RefreshClaim): string {
  return keys.signReference('refresh-token', `${sessionId}.${generation}`);
}

const CLAIM = /^([0-9a-f-]{36})\.(\d{1,9})$/;

/** Reads a refresh token; undefined if it is not one of ours. */
export function readRefreshToken(keys: Services['keys'], token: string): RefreshClaim | undefined {
  const [, sessionId, generation] = CLAIM.exec(keys.openReference('refresh-token', token) ?? '') ?? [];
  return sessionId === undefined ? undefined : { sessionId, generation: Number(generation) };
}

type SessionServices = Pick<Services, 'clock' | 'keys' | 'database'>;

/**
 * Replaces a refresh token with its successor. Used again within ten seconds, the same token gets the same successor,
 * since answers get lost and two tabs may refresh at the same time. If that successor has been used meanwhile, it gets
 * the newest token instead: the older one would end the session, ten seconds later. After the ten seconds, someone else
 * must have the token too, and the session ends.
 *
 * @throws Failure `session-ended`
 */
export async function rotateSession(
  services: SessionServices,
  claim: RefreshClaim,
  kind: SessionKind,
): Promise<LiveSession> {
  const { clock, keys, database } = services;
  const { sessionId } = claim;
  const now = clock.now();
  const isLive = and(eq(sessions.id, sessionId), eq(sessions.kind, kind), gt(sessions.expiresAt, now));
  const asIs = { userId: sessions.userId, generation: sessions.generation };

  // One statement: of two requests with the same token, only one moves the session on.
  const [rotated] = await database
    .update(sessions)
    .set({
      generation: claim.generation + 1,
      rotationTimes: rotationTimesWith(now),
      lastUsedAt: now,
      expiresAt: sql`least(${addMs(now, SESSION.idleMs)}::timestamptz, ${sessions.createdAt} + make_interval(secs => ${SESSION.absoluteMs / SECOND_MS}))`,
    })
    .where(and(isLive, eq(sessions.generation, claim.generation)))
    .returning(asIs);
  if (rotated !== undefined) return live(rotated);

  const [session] = await database
    .select({ ...asIs, rotationTimes: sessions.rotationTimes })
    .from(sessions)
    .where(isLive);
  if (session === undefined || claim.generation >= session.generation) throw new Failure('session-ended');
  const usedAt = session.rotationTimes[session.generation - claim.generation - 1];
  if (usedAt !== undefined && now.getTime() - usedAt <= SESSION.reuseWindowMs) return live(session);
  await endReused(services, sessionId);
  throw new Failure('session-ended');

  function live({ userId, generation }: { userId: string; generation: number }): LiveSession {
    return { sessionId, userId, refreshToken: refreshTokenOf(keys, { sessionId, generation }) };
  }
}

/**
 * Prepends the current time to the times at which tokens were used, and drops those that the window has left behind.
 */
function rotationTimesWith(now: Date) {
  const recent = sql`select used from unnest(${sessions.rotationTimes}) with ordinality as rotation(used, place)
    where used >= ${now.getTime() - SESSION.reuseWindowMs}::bigint order by place`;
  return sql`array_prepend(${now.getTime()}::bigint, array(${recent}))`;
}

async function endReused({ clock, database }: SessionServices, sessionId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const userId = await endSession(transaction, sessionId);
    if (userId === undefined) return;
    const event = { actor: 'system', action: 'refresh-token-reused', userId, subjectId: sessionId } as const;
    await recordAuditEvent(transaction, clock, event);
  });
}

/**
 * Ends a session immediately: its access tokens are refused from the next call on, and the setup tokens that it
 * requested are deleted with it. Returns the id of its user; undefined if there is no such session, or it isn't the
 * given user's.
 */
export async function endSession(
  connection: Connection,
  sessionId: string,
  ofUserId?: string,
): Promise<string | undefined> {
  const isMeant = and(eq(sessions.id, sessionId), ofUserId === undefined ? undefined : eq(sessions.userId, ofUserId));
  const [found] = await connection.select({ userId: sessions.userId }).from(sessions).where(isMeant);
  if (found === undefined) return undefined;
  await deleteUnboundSetupTokens(connection, found.userId);
  const [ended] = await connection.delete(sessions).where(isMeant).returning({ userId: sessions.userId });
  return ended?.userId;
}

/**
 * Ends all sessions of a user, and the setup tokens with them, including a session for which one is being exchanged.
 */
export async function endAllSessions(transaction: Transaction, userId: string): Promise<void> {
  // Locked first, as when a session begins: such a session exists by now and is ended below, or finds that it can't
  // begin.
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  await deleteUnboundSetupTokens(transaction, userId);
  await transaction.delete(sessions).where(eq(sessions.userId, userId));
}

/**
 * Deletes setup tokens made by servers of version 0.5, which name no session: any session may have requested them. The
 * database deletes the others along with their session.
 */
async function deleteUnboundSetupTokens(connection: Connection, userId: string): Promise<void> {
  await connection
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, 'setup'), isNull(oneTimeTokens.sessionId)));
}

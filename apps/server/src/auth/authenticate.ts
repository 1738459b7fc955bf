import type { Subscription } from '@workspace/contract/auth';
import type { SessionKind } from '@workspace/contract/call';
import { and, eq, gt, sql } from 'drizzle-orm';
import { Batches } from '../database/batches.ts';
import { plans, sessions, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { AccessTokens } from './access-tokens.ts';

/** The calling user and session. Read again for every call, so that an ended session is refused immediately. */
export interface Caller {
  userId: string;
  sessionId: string;
  sessionKind: SessionKind;
  email: string;
  createdAt: Date;
  customerId: string | null;
  /** The time zone in which days are counted; null before the first dictation. */
  usageTimezone: string | null;
  /** Whether the hourly totals cover all dictations; null if some are older than those totals. */
  usageHoursComplete: boolean | null;
  /** null: Beta Tester. */
  subscription: Subscription | null;
}

export interface Authentication {
  tokens: AccessTokens;
  /** @throws Failure `not-signed-in`, `session-ended` */
  authenticate(authorization: string | undefined): Promise<Caller>;
}

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;

export function createAuthentication({ config, clock, keys, database }: Services): Authentication {
  const tokens = new AccessTokens({ keys, clock, publicApiUrl: config.publicApiUrl });
  const findCallers = database
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      sessionKind: sessions.kind,
      email: users.email,
      createdAt: users.createdAt,
      customerId: users.customerId,
      usageTimezone: users.usageTimezone,
      usageHoursComplete: users.usageHoursComplete,
      source: plans.source,
      priceId: plans.priceId,
      currentPeriodEnd: plans.currentPeriodEnd,
      cancelAtPeriodEnd: plans.cancelAtPeriodEnd,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(plans, eq(plans.userId, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('sessionIds')}::uuid[])`,
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('find_callers');
  // Sessions are looked up only after the call has arrived, so one that ended before the call is never found.
  const lookups = new Batches(async (sessionIds: string[]) => {
    const rows = await findCallers.execute({ sessionIds, now: clock.now() });
    const found = new Map(rows.map((row) => [row.sessionId, row]));
    return sessionIds.map((id) => found.get(id));
  });

  return {
    tokens,
    async authenticate(authorization) {
      const token = BEARER.exec(authorization ?? '')?.[1];
      if (token === undefined) throw new Failure('not-signed-in');
      const { userId, sessionId } = await tokens.verify(token);
      const found = await lookups.add(sessionId);
      if (found?.userId !== userId) throw new Failure('session-ended');
      const { source, priceId, currentPeriodEnd, cancelAtPeriodEnd, ...user } = found;
      const subscription =
        source === null || priceId === null
          ? null
          : {
              source,
              priceId,
              currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
              cancelAtPeriodEnd: cancelAtPeriodEnd ?? false,
            };
      return { ...user, subscription };
    },
  };
}

import type { AccountExport } from '@workspace/contract/account';
import { asc, eq } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Transaction } from '../database/database.ts';
import {
  auditEvents,
  grants,
  identities,
  knownBrowsers,
  oneTimeTokens,
  purchases,
  registrations,
  sessions,
  subscriptions,
  usageDays,
  usageEntries,
  usageMonths,
  users,
} from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';

/**
 * Gathers all that is held about the user, as of one moment; the plan as it was when the call came. What would open the account
 * (hashes of passwords, tokens and cookies) is left out.
 *
 * @throws Failure `session-ended` where the account was deleted meanwhile
 */
export async function exportAccount(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  { userId, subscription }: Pick<Caller, 'userId' | 'subscription'>,
): Promise<AccountExport> {
  return database.transaction(
    async (transaction) => {
      const exported = {
        exportedAt: clock.now().toISOString(),
        user: { ...(await readUser(transaction, userId)), subscription },
        ...(await readSignIn(transaction, userId)),
        ...(await readPayments(transaction, userId)),
        ...(await readUsage(transaction, userId)),
        events: await readEvents(transaction, userId),
      };
      await recordAuditEvent(transaction, clock, { actor: 'user', action: 'account-exported', userId });
      return exported;
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function readUser(transaction: Transaction, userId: string) {
  const [user] = await transaction.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new Failure('session-ended');
  const { passwordHash, ...held } = user;
  return { ...toJson(held), hasPassword: passwordHash !== null };
}

async function readSignIn(transaction: Transaction, userId: string) {
  const { createdAt, expiresAt, confirmedAt, issuer } = registrations;
  const attempts = await transaction
    .select({ createdAt, expiresAt, confirmedAt, issuer })
    .from(registrations)
    .where(eq(registrations.userId, userId))
    .orderBy(asc(createdAt));
  const elsewhere = await transaction
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
  const signedIn = await transaction
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
  const browsers = await transaction
    .select({ lastSeenAt: knownBrowsers.lastSeenAt })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId))
    .orderBy(asc(knownBrowsers.lastSeenAt));
  const links = await transaction
    .select({ purpose: oneTimeTokens.purpose, expiresAt: oneTimeTokens.expiresAt })
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.userId, userId))
    .orderBy(asc(oneTimeTokens.expiresAt));
  return {
    registrations: attempts.map(toJson),
    identities: elsewhere.map(toJson),
    sessions: signedIn.map(toJson),
    knownBrowsers: browsers.map(toJson),
    openLinks: links.map(toJson),
  };
}

async function readPayments(transaction: Transaction, userId: string) {
  const subscribed = await transaction
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.createdAt));
  const bought = await transaction
    .select()
    .from(purchases)
    .where(eq(purchases.userId, userId))
    .orderBy(asc(purchases.paidAt));
  const given = await transaction.select().from(grants).where(eq(grants.userId, userId)).orderBy(asc(grants.grantedAt));
  return { subscriptions: subscribed.map(toJson), purchases: bought.map(toJson), grants: given.map(toJson) };
}

async function readUsage(transaction: Transaction, userId: string) {
  const { id, startedAt, seconds, timezone } = usageEntries;
  const entries = await transaction
    .select({ id, startedAt, seconds, timezone })
    .from(usageEntries)
    .where(eq(usageEntries.userId, userId))
    .orderBy(asc(startedAt));
  const usageByDay = await transaction
    .select({ date: usageDays.day, totalSeconds: usageDays.seconds })
    .from(usageDays)
    .where(eq(usageDays.userId, userId))
    .orderBy(asc(usageDays.day));
  const usageByMonth = await transaction
    .select({ month: usageMonths.month, totalSeconds: usageMonths.seconds })
    .from(usageMonths)
    .where(eq(usageMonths.userId, userId))
    .orderBy(asc(usageMonths.month));
  return { usage: entries.map(toJson), usageByDay, usageByMonth };
}

async function readEvents(transaction: Transaction, userId: string) {
  const { at, actor, action, subjectId } = auditEvents;
  const events = await transaction
    .select({ at, actor, action, subjectId })
    .from(auditEvents)
    .where(eq(auditEvents.userId, userId))
    .orderBy(asc(auditEvents.id));
  return events.map(toJson);
}

/** A row with its times as JSON has them. */
type JsonRow<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name];
};

function toJson<Row extends object>(row: Row): JsonRow<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as JsonRow<Row>;
}

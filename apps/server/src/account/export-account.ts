import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountExportSchema } from '@workspace/contract/account';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Caller } from '../auth/authenticate.ts';
import { MINUTE_MS } from '../clock.ts';
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

/** Limits on exports, each of which keeps a connection to the database for as long as it takes. */
export const EXPORT = {
  /** Per server. */
  maxAtOnce: 2,
  /** How many rows are held in memory at a time. */
  batchRows: 1_000,
  /** A client that takes longer is cut off, as is one that reads nothing for as long as a transaction may be idle. */
  timeLimitMs: 5 * MINUTE_MS,
} as const;

export type ExportAccount = (caller: Pick<Caller, 'userId' | 'subscription'>) => Readable;

/**
 * Creates the function that exports everything held about the user as of one moment, with the plan as of the call. What
 * would open the account (hashes of passwords, tokens and cookies) is left out. The data is read while it is sent, no
 * faster than the client takes it.
 *
 * It throws Failure `busy`; the stream ends with `session-ended` if the account was deleted meanwhile.
 */
export function createExportAccount(services: Pick<Services, 'clock' | 'database'>): ExportAccount {
  const { clock, database } = services;
  let running = 0;
  return (caller) => {
    if (running >= EXPORT.maxAtOnce) throw new Failure('busy', { retryAfterSeconds: 10 });
    running += 1;
    const content = new PassThrough();
    const signal = AbortSignal.timeout(EXPORT.timeLimitMs);
    const send = (transaction: Transaction) =>
      pipeline(Readable.from(writeExport(transaction, services, caller)), content, { signal, end: false });
    // Recorded beforehand, in case the client leaves when it has nearly everything.
    recordAuditEvent(database, clock, { actor: 'user', action: 'account-exported', userId: caller.userId })
      .then(() => database.transaction(send, { isolationLevel: 'repeatable read', accessMode: 'read only' }))
      .finally(() => {
        running -= 1;
      })
      .then(
        () => content.end(),
        (error) => content.destroy(error),
      );
    return content;
  };
}

const LISTS = { usage: true, usageByDay: true, usageByMonth: true, events: true } as const;
const { shape } = accountExportSchema;

/** Writes the answer in pieces. Only what the contract names is sent. */
async function* writeExport(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  { userId, subscription }: Pick<Caller, 'userId' | 'subscription'>,
): AsyncGenerator<string> {
  const few = {
    exportedAt: clock.now().toISOString(),
    user: { ...(await readUser(transaction, userId)), subscription },
    ...(await readSignIn(transaction, userId)),
    ...(await readPayments(transaction, userId)),
  };
  yield `{"data":${JSON.stringify(accountExportSchema.omit(LISTS).parse(few)).slice(0, -1)}`;
  for (const [name, query] of Object.entries(listsOf(userId))) {
    const { element } = shape[name as keyof typeof LISTS];
    let separator = '';
    yield `,"${name}":[`;
    for await (const rows of fetchBatches(transaction, query)) {
      yield separator + rows.map((row) => JSON.stringify(element.parse(row))).join();
      separator = ',';
    }
    yield ']';
  }
  yield '}}';
}

/** Queries for the lists that may be too long to hold in memory, with columns in the form in which they are sent. */
function listsOf(userId: string): Record<keyof typeof LISTS, SQL> {
  return {
    usage: sql`
      select ${usageEntries.id}, ${isoTime(usageEntries.startedAt)} as "startedAt", ${usageEntries.seconds}, ${usageEntries.timezone}
      from ${usageEntries} where ${eq(usageEntries.userId, userId)} order by ${usageEntries.startedAt}`,
    usageByDay: sql`
      select ${usageDays.day}::text as date, ${usageDays.seconds}::double precision as "totalSeconds"
      from ${usageDays} where ${eq(usageDays.userId, userId)} order by ${usageDays.day}`,
    usageByMonth: sql`
      select ${usageMonths.month}, ${usageMonths.seconds}::double precision as "totalSeconds"
      from ${usageMonths} where ${eq(usageMonths.userId, userId)} order by ${usageMonths.month}`,
    events: sql`
      select ${isoTime(auditEvents.at)} as at, ${auditEvents.actor}, ${auditEvents.action}, ${auditEvents.subjectId} as "subjectId"
      from ${auditEvents} where ${eq(auditEvents.userId, userId)} order by ${auditEvents.id}`,
  };
}

/** Formats a time as `toISOString` does. */
function isoTime(column: PgColumn): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Reads the rows of a query in batches, each when it is asked for. */
async function* fetchBatches(transaction: Transaction, query: SQL): AsyncGenerator<unknown[]> {
  await transaction.execute(sql`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await transaction.execute(sql.raw(`fetch ${EXPORT.batchRows} from batches`));
    if (rows.length === 0) break;
    yield rows;
  }
  await transaction.execute(sql`close batches`);
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

/** A row with its times as in JSON. */
type JsonRow<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name];
};

function toJson<Row extends object>(row: Row): JsonRow<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as JsonRow<Row>;
}

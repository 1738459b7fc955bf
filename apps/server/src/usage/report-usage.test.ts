import { randomUUID } from 'node:crypto';
import { getEntitlement, getMonthlyUsage, getUsage, reportUsage } from '@workspace/contract/usage';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addMs, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { rateLimits, usageDays, usageEntries, usageHours, usageMonths, users } from '../database/schema.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { MAX_NEW_ENTRIES_PER_DAY } from './report-usage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function entryOf(part: Partial<{ id: string; startedAt: string; seconds: number; timezone: string }> = {}) {
  return { id: randomUUID(), startedAt: '2026-03-18T09:00:00.000Z', seconds: 60, timezone: 'UTC', ...part };
}

function report({ token }: TestUser, entries: unknown[], at: TestServer = server) {
  return at.call(reportUsage, { body: { entries } }, { token });
}

/** Returns what the lists and the allowance add up to, each from its own table. */
async function totalsOf({ id }: TestUser) {
  const { database } = server.services;
  const sum = sql<number>`coalesce(sum(seconds), 0)::integer`;
  const [[entries], [hours], [days], [months]] = await Promise.all([
    database
      .select({ count: sql<number>`count(*)::integer`, sum })
      .from(usageEntries)
      .where(eq(usageEntries.userId, id)),
    database.select({ sum }).from(usageHours).where(eq(usageHours.userId, id)),
    database.select({ sum }).from(usageDays).where(eq(usageDays.userId, id)),
    database.select({ sum }).from(usageMonths).where(eq(usageMonths.userId, id)),
  ]);
  return { count: entries?.count, entries: entries?.sum, hours: hours?.sum, days: days?.sum, months: months?.sum };
}

/** Shuffles items, in a different order for each seed. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item, index) => ({ item, rank: Math.imul(index + 1, 2_654_435_761 + seed * 40_503) >>> 0 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

describe('a report', () => {
  it('adds its entries to every total', async () => {
    const user = await createUser(server);
    const answer = await report(user, [entryOf(), entryOf({ seconds: 30 })]);
    expect(answer).toMatchObject({ ok: true, status: 200, data: { accepted: 2, duplicates: 0, rejected: [] } });
    expect(await totalsOf(user)).toEqual({ count: 2, entries: 90, hours: 90, days: 90, months: 90 });
  });

  it('changes nothing when sent again', async () => {
    const user = await createUser(server);
    const entries = [entryOf(), entryOf()];
    await report(user, entries);
    const again = await report(user, [...entries, entryOf()]);
    expect(again).toMatchObject({ data: { accepted: 1, duplicates: 2, rejected: [] } });
    expect(await totalsOf(user)).toEqual({ count: 3, entries: 180, hours: 180, days: 180, months: 180 });
  });

  it('counts an id once, ignoring case and whatever else the second entry says', async () => {
    const user = await createUser(server);
    const id = randomUUID();
    const first = await report(user, [entryOf({ id }), entryOf({ id: id.toUpperCase(), seconds: 7 })]);
    expect(first).toMatchObject({ data: { accepted: 1, duplicates: 1 } });
    const second = await report(user, [entryOf({ id: id.toUpperCase(), startedAt: '2026-02-01T00:00:00Z' })]);
    expect(second).toMatchObject({ data: { accepted: 0, duplicates: 1 } });
    expect(await totalsOf(user)).toEqual({ count: 1, entries: 60, hours: 60, days: 60, months: 60 });
  });

  it('may be empty', async () => {
    const user = await createUser(server);
    expect(await report(user, [])).toMatchObject({ ok: true, data: { accepted: 0, duplicates: 0, rejected: [] } });
  });

  it('may contain entries of zero seconds, which are remembered but add nothing', async () => {
    const user = await createUser(server);
    const entry = entryOf({ seconds: 0 });
    expect(await report(user, [entry])).toMatchObject({ data: { accepted: 1, duplicates: 0 } });
    expect(await report(user, [{ ...entry, seconds: 60 }])).toMatchObject({ data: { accepted: 0, duplicates: 1 } });
    expect(await server.services.database.select().from(usageMonths).where(eq(usageMonths.userId, user.id))).toEqual(
      [],
    );
  });

  it('rejects each invalid entry with a reason, and counts the rest', async () => {
    const user = await createUser(server);
    const good = entryOf();
    const future = entryOf({ startedAt: '2026-03-18T10:05:01.000Z' });
    const answer = await report(user, [{ id: 'x', seconds: 1 }, good, good, future, null]);
    expect(answer).toMatchObject({
      status: 200,
      data: {
        accepted: 1,
        duplicates: 1,
        rejected: [
          { id: 'x', reason: 'id is no UUID' },
          { id: future.id, reason: 'startedAt lies in the future' },
          { id: null, reason: 'The entry is no object' },
        ],
      },
    });
    expect(await totalsOf(user)).toMatchObject({ count: 1, days: 60 });
  });

  it('accepts 500 entries and rejects 501', async () => {
    const user = await createUser(server);
    const entries = Array.from({ length: 501 }, () => entryOf({ seconds: 1 }));
    expect(await report(user, entries)).toMatchObject({ ok: false, status: 400 });
    expect(await report(user, entries.slice(1))).toMatchObject({ data: { accepted: 500 } });
    expect(await totalsOf(user)).toEqual({ count: 500, entries: 500, hours: 500, days: 500, months: 500 });
  });

  it('divides a dictation that crosses midnight between days and between months', async () => {
    const user = await createUser(server);
    await report(user, [
      entryOf({ startedAt: '2026-02-28T22:59:50.000Z', seconds: 30, timezone: 'Europe/Berlin' }),
      entryOf({ startedAt: '2026-03-01T08:00:00.000Z', seconds: 5, timezone: 'Europe/Berlin' }),
    ]);
    const monthOf = (month: string) => server.call(getMonthlyUsage, { params: { month } }, { token: user.token });
    expect(await monthOf('2026-02')).toMatchObject({ data: { daily: [{ date: '2026-02-28', totalSeconds: 10 }] } });
    expect(await monthOf('2026-03')).toMatchObject({ data: { daily: [{ date: '2026-03-01', totalSeconds: 25 }] } });
  });

  it('can raise totals beyond 32 bits', async () => {
    const user = await createUser(server);
    const enough = 2_147_483_000;
    await server.services.database.insert(usageMonths).values({ userId: user.id, month: '2026-03', seconds: enough });
    await server.services.database.insert(usageDays).values({ userId: user.id, day: '2026-03-18', seconds: enough });
    expect(await report(user, [entryOf({ seconds: 14_400 })])).toMatchObject({ ok: true });
    expect(await server.call(getUsage, {}, { token: user.token })).toMatchObject({
      data: { monthly: [{ month: '2026-03', totalSeconds: enough + 14_400 }] },
    });
  });
});

describe('the user’s time zone is that of the newest entry', () => {
  const zoneOf = async ({ id }: TestUser) => {
    const [user] = await server.services.database.select().from(users).where(eq(users.id, id));
    return { at: user?.newestUsageAt?.toISOString(), zone: user?.usageTimezone };
  };

  it('in whatever order the entries arrive', async () => {
    const user = await createUser(server);
    expect(await zoneOf(user)).toEqual({ at: undefined, zone: null });
    await report(user, [
      entryOf({ startedAt: '2026-03-18T08:00:00.000Z', timezone: 'Asia/Tokyo' }),
      entryOf({ startedAt: '2026-03-17T08:00:00.000Z', timezone: 'Europe/Berlin' }),
    ]);
    expect(await zoneOf(user)).toEqual({ at: '2026-03-18T08:00:00.000Z', zone: 'Asia/Tokyo' });
    await report(user, [entryOf({ startedAt: '2026-03-18T07:00:00.000Z', timezone: 'Europe/Berlin' })]);
    expect(await zoneOf(user)).toMatchObject({ zone: 'Asia/Tokyo' });
    await report(user, [entryOf({ startedAt: '2026-03-18T09:00:00.000Z', timezone: 'Europe/Berlin' })]);
    expect(await zoneOf(user)).toEqual({ at: '2026-03-18T09:00:00.000Z', zone: 'Europe/Berlin' });
  });

  it('unless that entry is a duplicate', async () => {
    const user = await createUser(server);
    const entry = entryOf({ startedAt: '2026-03-17T08:00:00.000Z', timezone: 'Asia/Tokyo' });
    await report(user, [entry]);
    await report(user, [{ ...entry, startedAt: '2026-03-18T08:00:00.000Z', timezone: 'Europe/Berlin' }]);
    expect(await zoneOf(user)).toEqual({ at: '2026-03-17T08:00:00.000Z', zone: 'Asia/Tokyo' });
  });
});

describe('the daily limit of new entries', () => {
  beforeEach(() => server.clock.set('2026-03-18T23:55:00.000Z'));
  afterEach(() => server.clock.set('2026-03-18T10:00:00.000Z'));

  const many = (count: number) => Array.from({ length: count }, () => entryOf({ seconds: 1 }));
  /** Reports everything that the day allows, except for the given number. */
  async function reportAllBut(left: number, user: TestUser) {
    const all = many(MAX_NEW_ENTRIES_PER_DAY - left);
    for (let from = 0; from < all.length; from += 500) await report(user, all.slice(from, from + 500));
    expect(await totalsOf(user)).toMatchObject({ count: all.length });
    return all;
  }

  it('refuses an entire report that exceeds 2,000 entries, until the next day', async () => {
    const user = await createUser(server);
    const known = await reportAllBut(10, user);
    const rest = many(11);
    const refused = await report(user, rest);
    expect(refused).toMatchObject({ ok: false, status: 429 });
    expect(refused.headers.get('retry-after')).toBe(`${(5 * MINUTE_MS) / 1_000}`);
    expect(await totalsOf(user)).toMatchObject({ count: known.length, days: known.length });

    expect(await report(user, rest.slice(1))).toMatchObject({ data: { accepted: 10, duplicates: 0 } });
    expect(await report(user, rest)).toMatchObject({ status: 429 });
    expect(await report(user, known.slice(0, 500))).toMatchObject({ data: { accepted: 0, duplicates: 500 } });
    expect(await report(await createUser(server), many(500))).toMatchObject({ data: { accepted: 500 } });

    server.clock.set('2026-03-19T00:00:00.000Z');
    expect(await report(user, rest)).toMatchObject({ data: { accepted: 1, duplicates: 10 } });
    expect(await report(user, many(500))).toMatchObject({ data: { accepted: 500 } });
  });

  it('keeps counting on a day that another server, whose clock is ahead, has already begun', async () => {
    const user = await createUser(server);
    server.clock.set('2026-03-19T00:00:01.000Z');
    await reportAllBut(1, user);
    server.clock.set('2026-03-18T23:59:59.000Z');
    expect(await report(user, many(2))).toMatchObject({ status: 429 });
    expect(await report(user, many(1))).toMatchObject({ data: { accepted: 1 } });
    server.clock.set('2026-03-19T00:00:02.000Z');
    expect(await report(user, many(1))).toMatchObject({ status: 429 });
  });

  it('holds for concurrent reports, with repeated ones refused or counted once', async () => {
    const user = await createUser(server);
    await reportAllBut(50, user);
    const others = Array.from({ length: 10 }, () => many(10));
    const answers = await Promise.all([...others, ...others].map((entries) => report(user, entries)));
    const accepted = answers.flatMap((answer) => (answer.ok ? [answer.data.accepted] : []));
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(accepted.length).toBe(10);
    expect(await totalsOf(user)).toMatchObject({ count: 2_000, days: 2_000, months: 2_000 });
  });
});

describe('concurrent reports', () => {
  const entries = Array.from({ length: 100 }, (_, index) =>
    entryOf({ startedAt: addMs(new Date('2026-03-18T09:00:00Z'), -index * 7 * HOUR_MS).toISOString() }),
  );
  const everything = { count: 100, entries: 6_000, hours: 6_000, days: 6_000, months: 6_000 };

  it('count the same entries once each, in whatever order they are sent', async () => {
    const user = await createUser(server);
    const mine = entries.map((entry) => ({ ...entry, id: randomUUID() }));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, seed) => report(user, shuffled(mine, seed))));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.reduce((sum, answer) => sum + (answer.ok ? answer.data.accepted : 0), 0)).toBe(100);
    expect(await totalsOf(user)).toEqual(everything);
  });

  it('count overlapping entries once each', async () => {
    const user = await createUser(server);
    const mine = entries.map((entry) => ({ ...entry, id: randomUUID() }));
    const parts = Array.from({ length: 20 }, (_, part) => shuffled(mine, part).filter((_, at) => (at + part) % 3 > 0));
    const answers = await Promise.all(parts.map((part) => report(user, part)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await totalsOf(user)).toEqual(everything);
  });

  it('count entries once each on two servers with one database', async () => {
    const other = await startTestServer({ sharing: server });
    onTestFinished(() => other.close());
    const user = await createUser(server);
    const mine = entries.map((entry) => ({ ...entry, id: randomUUID() }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, seed) => report(user, shuffled(mine, seed), seed % 2 === 0 ? server : other)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.reduce((sum, answer) => sum + (answer.ok ? answer.data.accepted : 0), 0)).toBe(100);
    expect(await totalsOf(user)).toEqual(everything);
    const lists = await Promise.all([server, other].map((at) => at.call(getUsage, {}, { token: user.token })));
    expect(lists[0]).toMatchObject({ ok: true });
    expect(lists[1]).toMatchObject({ data: lists[0]?.ok ? lists[0].data : {} });
  });

  it('count an id that several users send for only one of them', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => createUser(server)));
    const shared = Array.from({ length: 500 }, () => entryOf({ seconds: 1 }));
    const answers = await Promise.all([...all, ...all].map((user, seed) => report(user, shuffled(shared, seed))));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const totals = await Promise.all(all.map(totalsOf));
    expect(totals.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(500);
    for (const { entries: seconds, hours, days, months } of totals) {
      expect({ hours, days, months }).toEqual({ hours: seconds, days: seconds, months: seconds });
    }
  });

  it('do not deadlock after waiting for an account to which something else is being added', async () => {
    const user = await createUser(server);
    const { database } = server.services;
    const owner = eq(users.id, user.id);
    const answers = await database.transaction(async (adding) => {
      // As the database does for a row that will belong to the user. This also keeps the row's old version open for
      // locks.
      await adding.select({ id: users.id }).from(users).where(owner).for('key share');
      const { reports } = await database.transaction(async (before) => {
        await before.update(users).set({ usageTimezone: 'UTC' }).where(owner);
        const reports = [report(user, [entryOf()]), report(user, [entryOf()])];
        await untilQueryWaits(database, { count: 2 });
        return { reports };
      });
      return Promise.all(reports);
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await totalsOf(user)).toMatchObject({ count: 2 });
  });

  it('write ids in order, so that they cannot deadlock', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    const [first = '', second = '', third = ''] = [randomUUID(), randomUUID(), randomUUID()].sort();
    const insert = (id: string) => sql`
      insert into usage_entries values (${id}, ${other.id}, '2026-03-18T09:00:00Z', 60, 'UTC')`;
    const answer = await duringTransaction(insert(second), {
      act: () =>
        report(
          user,
          [third, second, first].map((id) => entryOf({ id })),
        ),
      // Had the report written the third before waiting for the second, each would now be waiting for the other.
      finish: insert(third),
    });
    expect(answer).toMatchObject({ status: 200, data: { accepted: 1, duplicates: 2 } });
  });

  it('are refused if the account is being deleted, without deadlocking the deletion', async () => {
    const user = await createUser(server);
    await report(user, [entryOf()]);
    const answer = await duringTransaction(sql`select from users where id = ${user.id} for update`, {
      act: () => report(user, [entryOf()]),
      // Had the report added to the day before waiting for the user, each would now be waiting for the other.
      finish: sql`delete from users where id = ${user.id}`,
    });
    expect(answer).toMatchObject({ ok: false, status: 401 });
    expect(await totalsOf(user)).toMatchObject({ count: 0, days: 0 });
  });
});

/** Runs `act` while a transaction is open, waits until that blocks it, and then finishes the transaction. */
async function duringTransaction<Result>(
  first: SQL,
  { act, finish }: { act: () => Promise<Result>; finish: SQL },
): Promise<Result> {
  const { database } = server.services;
  const acted = await database.transaction(async (transaction) => {
    await transaction.execute(first);
    const acting = act();
    await untilQueryWaits(database, { text: 'usage_entries' });
    await transaction.execute(finish);
    return { acting };
  });
  return acted.acting;
}

it('reveals about another user’s entry only that it was counted', async () => {
  const [one, other] = [await createUser(server), await createUser(server)];
  const entry = entryOf();
  await report(one, [entry]);
  const answer = await report(other, [entry]);
  expect(answer).toMatchObject({ status: 200, data: { accepted: 0, duplicates: 1, rejected: [] } });
  expect(await totalsOf(one)).toMatchObject({ count: 1, days: 60 });
  expect(await totalsOf(other)).toMatchObject({ count: 0, days: 0 });
});

it('counts for the signed-in user, whichever user an entry names', async () => {
  const [one, other] = [await createUser(server), await createUser(server)];
  await report(one, [{ ...entryOf(), userId: other.id, user_id: other.id }]);
  expect(await totalsOf(one)).toMatchObject({ count: 1 });
  expect(await totalsOf(other)).toMatchObject({ count: 0 });
});

describe('rejects', () => {
  const send = (body: string, token: string, type = 'application/json') =>
    fetch(`${server.url}/usage`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      body,
    });

  it('every usage call without signing in', async () => {
    const answers = await Promise.all([
      server.call(reportUsage, { body: { entries: [] } }),
      server.call(getUsage, {}),
      server.call(getMonthlyUsage, { params: { month: '2026-03' } }),
      server.call(getEntitlement, {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('a report from a session that has ended', async () => {
    const user = await createUser(server);
    await server.services.database.delete(users).where(eq(users.id, user.id));
    expect(await report(user, [entryOf()])).toMatchObject({ ok: false, status: 401 });
  });

  it.each([
    ['malformed JSON', '{', 400],
    ['a missing list of entries', '{}', 400],
    ['entries that are not a list', '{"entries":{"0":{}}}', 400],
    ['an empty body', '', 400],
    ['an attempt to set the prototype', '{"entries":[{"__proto__":{"seconds":1}}]}', 400],
    ['a body that is too large', JSON.stringify({ entries: ['x'.repeat(300_000)] }), 413],
  ])('%s', async (_, body, status) => {
    const { token } = await createUser(server);
    const response = await send(body, token);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ errors: [expect.any(String)] });
  });

  it('a body whose type is not JSON', async () => {
    const { token } = await createUser(server);
    expect((await send('entries=1', token, 'application/x-www-form-urlencoded')).status).toBe(415);
  });

  it('reports that come too often', async () => {
    const limited = await startTestServer();
    onTestFinished(() => limited.close());
    const user = await createUser(limited);
    await report(user, [], limited);
    await limited.services.database.update(rateLimits).set({ count: RATE_LIMITS.reportUsage.account.count });
    const answer = await report(user, [entryOf()], limited);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('60');
  });
});

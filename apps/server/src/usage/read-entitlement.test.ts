import { randomUUID } from 'node:crypto';
import { BETA_ALLOWANCE, getEntitlement, reportUsage } from '@workspace/contract/usage';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addMs, HOUR_MS } from '../clock.ts';
import { plans, usageEntries } from '../database/schema.ts';
import { TestClock } from '../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { betaWeeklySeconds: 100 } });
});
afterAll(() => server.close());

async function dictate({ token }: TestUser, ...dictations: [startedAt: string, seconds: number][]) {
  const entries = dictations.map(([startedAt, seconds]) => ({ id: randomUUID(), startedAt, seconds, timezone: 'UTC' }));
  await server.call(reportUsage, { body: { entries } }, { token });
}

async function entitlementOf({ token }: TestUser, at: TestServer = server) {
  const answer = await at.call(getEntitlement, {}, { token });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer.data;
}

const beta = { plan: 'beta', limitSeconds: 100 };

describe('a Beta Tester', () => {
  it('has used nothing if they never dictated', async () => {
    expect(await entitlementOf(await createUser(server))).toEqual({ ...beta, usedSeconds: 0, resetsAt: null });
  });

  it('sees, below the limit, when the oldest dictation stops counting', async () => {
    const user = await createUser(server);
    await dictate(user, ['2026-03-17T08:00:00.000Z', 20], ['2026-03-15T08:00:00.000Z', 30]);
    expect(await entitlementOf(user)).toEqual({ ...beta, usedSeconds: 50, resetsAt: '2026-03-22T08:00:00.000Z' });
  });

  it('sees, at the limit, when there will be time left again', async () => {
    const user = await createUser(server);
    await dictate(user, ['2026-03-15T08:00:00.000Z', 30], ['2026-03-16T08:00:00.000Z', 70]);
    expect(await entitlementOf(user)).toEqual({ ...beta, usedSeconds: 100, resetsAt: '2026-03-22T08:00:00.000Z' });
  });

  it('sees, beyond the limit, when enough dictations stop counting', async () => {
    const user = await createUser(server);
    const dictations = [15, 16, 17].map((day): [string, number] => [`2026-03-${day}T08:00:00.000Z`, 60]);
    await dictate(user, ...dictations);
    expect(await entitlementOf(user)).toEqual({ ...beta, usedSeconds: 180, resetsAt: '2026-03-23T08:00:00.000Z' });
  });

  it('never sees a time at which the limit is still reached', async () => {
    const user = await createUser(server);
    await dictate(user, ['2026-03-15T08:00:00.000Z', 80], ['2026-03-16T08:00:00.000Z', 100]);
    expect(await entitlementOf(user)).toEqual({ ...beta, usedSeconds: 180, resetsAt: '2026-03-23T08:00:00.000Z' });
  });

  it('is not charged for dictations of zero seconds or from seven days ago', async () => {
    const user = await createUser(server);
    await dictate(user, ['2026-03-11T10:00:00.000Z', 50], ['2026-03-12T10:00:00.000Z', 0]);
    expect(await entitlementOf(user)).toEqual({ ...beta, usedSeconds: 0, resetsAt: null });
    await dictate(user, ['2026-03-11T10:00:00.001Z', 50]);
    expect(await entitlementOf(user)).toEqual({ ...beta, usedSeconds: 50, resetsAt: '2026-03-18T10:00:00.001Z' });
  });

  it('is not charged for other users’ dictations', async () => {
    const [one, other] = [await createUser(server), await createUser(server)];
    await dictate(one, ['2026-03-17T08:00:00.000Z', 20]);
    expect(await entitlementOf(other)).toMatchObject({ usedSeconds: 0 });
  });

  it('has no limit if none is configured', async () => {
    const unlimited = await startTestServer({ sharing: server, config: { betaWeeklySeconds: 0 } });
    onTestFinished(() => unlimited.close());
    const user = await createUser(unlimited);
    await dictate(user, ['2026-03-17T08:00:00.000Z', 20]);
    expect(await entitlementOf(user, unlimited)).toEqual({
      plan: 'beta',
      limitSeconds: null,
      usedSeconds: 20,
      resetsAt: null,
    });
  });
});

it('a Standard user has no limit but still sees their usage', async () => {
  const user = await createUser(server);
  await server.services.database
    .insert(plans)
    .values({ userId: user.id, source: 'license', priceId: 'price_1', cancelAtPeriodEnd: false });
  await dictate(user, ['2026-03-17T08:00:00.000Z', 500]);
  expect(await entitlementOf(user)).toEqual({ plan: 'standard', limitSeconds: null, usedSeconds: 500, resetsAt: null });
});

it('usage falls below the limit at the given time, and not before', async () => {
  const clock = new TestClock();
  const moved = await startTestServer({ sharing: server, clock, config: { betaWeeklySeconds: 100 } });
  onTestFinished(() => moved.close());
  const start = clock.now();
  /** A moment within an hour; mostly at its edges, and at moments that many share. */
  const withinHour = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 1, HOUR_MS / 2, HOUR_MS - 1) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: HOUR_MS - 1 }) },
  );
  const weekAgo = BETA_ALLOWANCE.windowMs / HOUR_MS;
  /** Mostly in the hours in which the week begins or ends; the latest are in the future. */
  const dictation = fc.record({
    hoursAgo: fc.oneof(fc.integer({ min: weekAgo - 1, max: weekAgo + 1 }), fc.integer({ min: -1, max: 9 * 24 })),
    afterMs: withinHour,
    seconds: fc.constantFrom(0, 20, 40, 60),
  });
  /** Written one statement after the other, with times in any order. */
  const reports = fc.array(fc.array(dictation, { minLength: 1, maxLength: 6 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(reports, withinHour, async (given, nowMs) => {
      const now = addMs(start, nowMs);
      clock.set(now.toISOString());
      const user = await createUser(moved);
      const rows = given.map((report) =>
        report.map(({ hoursAgo, afterMs, seconds }) => ({
          id: randomUUID(),
          userId: user.id,
          startedAt: addMs(start, afterMs - hoursAgo * HOUR_MS),
          seconds,
          timezone: 'UTC',
        })),
      );
      for (const report of rows) await moved.services.database.insert(usageEntries).values(report);
      const usedAt = (time: number) =>
        rows
          .flat()
          .filter(({ startedAt }) => startedAt.getTime() > time - BETA_ALLOWANCE.windowMs)
          .reduce((sum, { seconds }) => sum + seconds, 0);

      const { usedSeconds, resetsAt } = await entitlementOf(user, moved);
      expect(usedSeconds).toBe(usedAt(now.getTime()));
      expect(resetsAt === null).toBe(usedSeconds === 0);
      if (resetsAt === null) return;
      const goal = Math.min(usedSeconds, 100);
      expect(usedAt(Date.parse(resetsAt))).toBeLessThan(goal);
      expect(usedAt(Date.parse(resetsAt) - 1)).toBeGreaterThanOrEqual(goal);
    }),
    { numRuns: 60 },
  );
});

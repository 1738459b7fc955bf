import { randomUUID } from 'node:crypto';
import { getMonthlyUsage, getUsage, reportUsage } from '@workspace/contract/usage';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Reports dictations, given as start, seconds and zone. */
async function dictate({ token }: TestUser, ...dictations: [startedAt: string, seconds: number, timezone?: string][]) {
  const entries = dictations.map(([startedAt, seconds, timezone = 'UTC']) => ({
    id: randomUUID(),
    startedAt,
    seconds,
    timezone,
  }));
  expect(await server.call(reportUsage, { body: { entries } }, { token })).toMatchObject({
    data: { accepted: entries.length },
  });
}

async function usageOf({ token }: TestUser, at: TestServer = server) {
  const answer = await at.call(getUsage, {}, { token });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer.data;
}

const daysFrom = (first: number, seconds: number[] = []) =>
  Array.from({ length: 7 }, (_, index) => ({
    date: `2026-03-${String(first + index).padStart(2, '0')}`,
    totalSeconds: seconds[index] ?? 0,
  }));

describe('the overview', () => {
  it('shows seven empty days, in UTC, to someone who never dictated', async () => {
    expect(await usageOf(await createUser(server))).toEqual({ daily: daysFrom(12), monthly: [] });
  });

  it('shows the last seven days and every month, newest last', async () => {
    const user = await createUser(server);
    await dictate(
      user,
      ['2026-03-18T09:00:00Z', 10],
      ['2026-03-12T00:00:00Z', 20],
      ['2026-03-11T23:59:20Z', 40],
      ['2026-03-15T12:00:00Z', 1],
      ['2026-03-15T13:00:00Z', 2],
      ['2025-12-31T12:00:00Z', 100],
      ['2025-03-01T12:00:00Z', 200],
    );
    expect(await usageOf(user)).toEqual({
      daily: daysFrom(12, [20, 0, 0, 3, 0, 0, 10]),
      monthly: [
        { month: '2025-03', totalSeconds: 200 },
        { month: '2025-12', totalSeconds: 100 },
        { month: '2026-03', totalSeconds: 73 },
      ],
    });
  });

  it('ends with today in the user’s time zone, ahead of UTC or behind it', async () => {
    const [ahead, behind] = [await createUser(server), await createUser(server)];
    await dictate(ahead, ['2026-03-18T09:59:55Z', 5, 'Pacific/Kiritimati']);
    await dictate(behind, ['2026-03-18T09:59:00Z', 5, 'Pacific/Pago_Pago']);
    expect((await usageOf(ahead)).daily).toEqual(daysFrom(13, [0, 0, 0, 0, 0, 5, 0]));
    expect((await usageOf(behind)).daily).toEqual(daysFrom(11, [0, 0, 0, 0, 0, 0, 5]));
  });

  it('begins a new day at midnight in that zone, even if midnight is skipped', async () => {
    const clock = new TestClock('2026-03-08T04:59:59.000Z');
    const inHavana = await startTestServer({ clock, sharing: server });
    onTestFinished(() => inHavana.close());
    const user = await createUser(inHavana);
    const entry = { id: randomUUID(), startedAt: '2026-03-08T04:00:00Z', seconds: 9, timezone: 'America/Havana' };
    await inHavana.call(reportUsage, { body: { entries: [entry] } }, { token: user.token });
    expect((await usageOf(user, inHavana)).daily.at(-1)).toEqual({ date: '2026-03-07', totalSeconds: 9 });
    clock.advance(1_000);
    expect((await usageOf(user, inHavana)).daily.slice(-2)).toEqual([
      { date: '2026-03-07', totalSeconds: 9 },
      { date: '2026-03-08', totalSeconds: 0 },
    ]);
  });

  it('does not show what others dictated', async () => {
    const [one, other] = [await createUser(server), await createUser(server)];
    await dictate(one, ['2026-03-18T09:00:00Z', 10]);
    expect(await usageOf(other)).toEqual({ daily: daysFrom(12), monthly: [] });
  });
});

describe('a month', () => {
  const monthOf = ({ token }: TestUser, month: string) =>
    server.call(getMonthlyUsage, { params: { month } }, { token });

  it('shows the days with dictations, newest last', async () => {
    const user = await createUser(server);
    await dictate(
      user,
      ['2026-02-28T12:00:00Z', 3],
      ['2026-02-01T00:00:00Z', 1],
      ['2026-02-14T12:00:00Z', 0],
      ['2026-01-31T23:59:52Z', 8],
      ['2026-03-01T00:00:00Z', 9],
    );
    const daily = [
      { date: '2026-02-01', totalSeconds: 1 },
      { date: '2026-02-28', totalSeconds: 3 },
    ];
    expect(await monthOf(user, '2026-02')).toMatchObject({ ok: true, data: { month: '2026-02', daily } });
  });

  it('has no days if nothing was dictated', async () => {
    const user = await createUser(server);
    for (const month of ['2026-03', '0001-01', '9999-12']) {
      expect(await monthOf(user, month)).toMatchObject({ ok: true, data: { month, daily: [] } });
    }
  });

  it.each([
    '2026-13',
    '2026-00',
    '2026-3',
    '26-03',
    '2026-03-01',
    '0000-01',
    '+002026-03',
    'latest',
    "2026-03'--",
    '2026-03\0',
  ])('is rejected if it is written as %j', async (month) => {
    const user = await createUser(server);
    expect(await monthOf(user, month)).toMatchObject({
      status: 400,
      errors: ['A month is written as YYYY-MM, such as 2026-02.'],
    });
  });
});

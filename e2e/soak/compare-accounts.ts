import { isDeepStrictEqual } from 'node:util';
import { exportAccount } from '@workspace/contract/account';
import { getMe } from '@workspace/contract/auth';
import { getEntitlement, getMonthlyUsage, getUsage } from '@workspace/contract/usage';
import type { DictatedTime } from '@workspace/dictation/take-runner';
import { ask } from '@workspace/server/database/bundled/testing/data-folders';
import type { PaymentsControl } from '../server/payments-control.ts';
import type { SocketLocation } from '../server/server-process.ts';
import { readStoredUsage } from '../server/usage-burst.ts';
import type { InboxReader } from './inbox-reader.ts';
import type { Journal } from './journal.ts';
import type { Life } from './life.ts';
import type { SimulatedUser } from './simulated-user.ts';

type Totals = Record<string, number>;

const DAYS_SHOWN = 7;

/** Compares what a user did with everything the server says about the account. */
export async function compareAccount(user: SimulatedUser, journal: Journal): Promise<void> {
  const who = `user ${user.name} (${user.life.email})`;
  try {
    await compareWithServer(user, expecter(journal, who));
  } catch (error) {
    // After an error, the account may not even be accessible.
    journal.blame(who, `could not read the account: ${String(error)}`);
  }
}

async function compareWithServer({ life, token, caller }: SimulatedUser, expect: Expecter): Promise<void> {
  const days = totalsByDay(life.dictations);
  const months = grouped(Object.entries(days), ([day]) => day.slice(0, 'YYYY-MM'.length));
  const [usage, entitlement, all, me] = [
    await caller.call(getUsage, {}, { token }),
    await caller.call(getEntitlement, {}, { token }),
    await caller.call(exportAccount, {}, { token }),
    await caller.call(getMe, {}, { token }),
  ];
  if (!usage.ok || !entitlement.ok || !all.ok || !me.ok) throw new Error('a call was refused');

  expect('months shown', totalsOf(usage.data.monthly, 'month'), months);
  expect('number of days shown', usage.data.daily.length, DAYS_SHOWN);
  for (const { date, totalSeconds } of usage.data.daily) expect(`${date} shown`, totalSeconds, days[date] ?? 0);
  for (const month of Object.keys(months)) {
    const daily = await caller.call(getMonthlyUsage, { params: { month } }, { token });
    const ofMonth = Object.fromEntries(Object.entries(days).filter(([day]) => day.startsWith(month)));
    expect(`days of ${month}`, daily.ok && totalsOf(daily.data.daily, 'date'), ofMonth);
  }
  expect('seconds that count', entitlement.data.usedSeconds, life.seconds);
  expect('plan', entitlement.data.plan, life.isStandard ? 'standard' : 'beta');
  expect('limit', entitlement.data.limitSeconds === null, life.isStandard);
  expect('source of the plan', me.data.subscription?.source, sourceOf(life));
  const isEnding = life.subscriptions.some(({ state }) => state === 'ending');
  expect('end of the plan', me.data.subscription?.cancelAtPeriodEnd ?? false, isEnding);

  const { usage: entries, usageByDay, usageByMonth, subscriptions, purchases } = all.data;
  expect('dictations exported', entries.map(described).toSorted(), life.dictations.map(described).toSorted());
  expect('ids exported', new Set(entries.map(({ id }) => id)).size, life.dictations.length);
  expect('days exported', totalsOf(usageByDay, 'date'), days);
  expect('months exported', totalsOf(usageByMonth, 'month'), months);
  expect(
    'purchases exported',
    purchases.map(({ id }) => id),
    life.license === undefined ? [] : [life.license],
  );
  expect(
    'subscriptions exported',
    subscriptions.map(({ id, status }) => `${id} ${status}`).toSorted(),
    life.subscriptions.map(({ id, state }) => `${id} ${state === 'canceled' ? 'canceled' : 'active'}`).toSorted(),
  );
}

function sourceOf(life: Life): 'license' | 'subscription' | undefined {
  if (life.license !== undefined) return 'license';
  return life.isStandard ? 'subscription' : undefined;
}

interface Records {
  users: readonly SimulatedUser[];
  location: SocketLocation;
  payments: PaymentsControl;
  journal: Journal;
}

/** Compares what all users did with the whole database, and with the payment provider's records. */
export async function compareRecords({ users, location, payments, journal }: Records): Promise<void> {
  const expect = expecter(journal, 'the database');
  const lives = users.flatMap((user) => user.lives);
  const living = lives.filter(({ state }) => state !== 'gone');
  const sum = living.reduce((total, { seconds }) => total + seconds, 0);
  const stored = await readStoredUsage(location);
  expect('seconds', stored.seconds, { entries: sum, hours: sum, days: sum, months: sum });
  expect('dictations', stored.ids.length, living.flatMap(({ dictations }) => dictations).length);
  const accounts = await ask<{ email: string }>(location, 'select email from users');
  expect('accounts', accounts.map(({ email }) => email).toSorted(), living.map(({ email }) => email).toSorted());

  const { charges, subscriptions } = await payments.state();
  const paid = lives.reduce((total, life) => total + life.payments, 0);
  expect('charges at the provider', charges.length, paid);
  const statuses = (rows: { id: string; status: string }[]) =>
    rows.map(({ id, status }) => `${id} ${status}`).toSorted();
  const ours = lives.flatMap((life) =>
    life.subscriptions.map(({ id, state }) => ({
      id,
      status: state === 'canceled' || life.state === 'gone' ? 'canceled' : 'active',
    })),
  );
  expect('subscriptions at the provider', statuses(subscriptions), statuses(ours));
  expect('subscriptions', statuses(await ask(location, 'select id, status from subscriptions')), statuses(ours));
  const licenses = lives.flatMap(({ license }) => (license === undefined ? [] : [{ id: license, status: 'paid' }]));
  expect('licenses', statuses(await ask(location, 'select id, status from purchases')), statuses(licenses));
  const [events] = await ask<{ open: string }>(
    location,
    'select count(*) as open from payment_events where processed_at is null',
  );
  expect('events of the provider that wait', Number(events?.open), 0);
}

/** Compares the emails received with those due: each once, none to anybody else. */
export function compareMails({
  users,
  inbox,
  journal,
}: Pick<Records, 'users' | 'journal'> & { inbox: InboxReader }): void {
  const lives = new Map(users.flatMap((user) => user.lives).map((life) => [life.email, life]));
  for (const address of inbox.addresses)
    if (!lives.has(address)) journal.blame(address, 'is nobody, and was sent mail');
  for (const life of lives.values()) {
    for (const kind of ['verification', 'sign-in', 'purchase', 'subscription', 'deleted'] as const) {
      const { least, most } = life.mails.get(kind) ?? { least: 0, most: 0 };
      const came = inbox.count(life.email, kind);
      if (came < least || came > most)
        journal.blame(life.email, `${came} mails about “${kind}” came; due were ${least} to ${most}`);
    }
  }
}

type Expecter = (what: string, actual: unknown, expected: unknown) => void;

function expecter(journal: Journal, who: string): Expecter {
  return (what, actual, expected) => {
    if (isDeepStrictEqual(actual, expected)) return;
    if (Array.isArray(actual) && Array.isArray(expected))
      journal.blame(who, `${what}: ${differenceOf(actual, expected)}`);
    else journal.blame(who, `${what}: ${JSON.stringify(actual)} where it must be ${JSON.stringify(expected)}`);
  };
}

/** The elements that are not in both lists equally often. */
function differenceOf(actual: readonly string[], expected: readonly string[]): string {
  const left = [...expected];
  const more = actual.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return `too much: ${JSON.stringify(more)}, missing: ${JSON.stringify(left)}`;
}

/**
 * Sums up by day. Each second counts for the day in the dictation's time zone when it starts; computed second by
 * second, with a different calendar than the server's.
 */
function totalsByDay(dictations: readonly DictatedTime[]): Totals {
  const seconds = dictations.flatMap(({ startedAt, seconds: length, timezone }) => {
    const calendar = calendarOf(timezone);
    const from = Date.parse(startedAt);
    return Array.from({ length: Math.ceil(length) }, (_, second): [string, number] => [
      calendar.format(from + second * 1_000),
      1,
    ]);
  });
  return grouped(seconds, ([day]) => day);
}

const CALENDARS = new Map<string, Intl.DateTimeFormat>();

/** Formats days as `YYYY-MM-DD`. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const calendar = CALENDARS.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  CALENDARS.set(timeZone, calendar);
  return calendar;
}

function grouped(amounts: readonly [string, number][], groupOf: (amount: [string, number]) => string): Totals {
  const totals: Totals = {};
  for (const amount of amounts) totals[groupOf(amount)] = (totals[groupOf(amount)] ?? 0) + amount[1];
  return totals;
}

function totalsOf<Key extends string>(
  rows: readonly ({ totalSeconds: number } & Record<Key, string>)[],
  key: Key,
): Totals {
  return Object.fromEntries(rows.map((row) => [row[key], row.totalSeconds]));
}

function described({ startedAt, seconds, timezone }: DictatedTime): string {
  return `${new Date(startedAt).toISOString()} ${Math.ceil(seconds)} ${timezone}`;
}

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  exchangeSetupToken,
  generateSetupToken,
  getMe,
  login,
  logout,
  refresh,
  register,
} from '@workspace/contract/auth';
import { verifyEmail } from '@workspace/contract/email';
import { reportUsage } from '@workspace/contract/usage';
import { COOKIES } from '@workspace/server/auth/cookies';
import { ask } from '@workspace/server/database/bundled/testing/data-folders';
import { createDatabaseIn, type DatabaseAddress } from '@workspace/server/database/bundled/testing/test-cluster';
import { migrateDatabase } from '@workspace/server/database/migrate';
import { RATE_LIMITS } from '@workspace/server/http/rate-limits';
import type { CookieJar } from '@workspace/server/testing/test-server';
import type { TestUser } from '@workspace/server/testing/test-users';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { ROOT } from '../repository.ts';
import { findFreePort } from './free-port.ts';
import { startOutsideWorld } from './outside-world-process.ts';
import { createUsers, databaseUrlOf, ServerProcess } from './server-process.ts';
import { BURST_USERS, readStoredUsage, secondsOf, UsageBurst } from './usage-burst.ts';

const PASSWORD = 'a password of eight or more';

let inboxUrl: string;
let environment: Record<string, string>;
let database: DatabaseAddress;
let one: ServerProcess;
let other: ServerProcess;

beforeAll(async () => {
  const smtpPort = await findFreePort();
  const world = await startOutsideWorld({ SANDBOX_SMTP_PORT: String(smtpPort) });
  inboxUrl = `${world.url}/messages`;
  database = (await createDatabaseIn(inject('cluster'))).connection;
  environment = {
    DATABASE_URL: databaseUrlOf(database),
    SMTP_URL: `smtp://localhost:${smtpPort}`,
  };
  [one, other] = await Promise.all([ServerProcess.start(environment), ServerProcess.start(environment)]);
});

interface Message {
  links: string[];
}

async function mailsTo(address: string): Promise<Message[]> {
  const response = await fetch(`${inboxUrl}?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { messages: Message[] }).messages;
}

async function createUser(): Promise<TestUser> {
  const [user] = await createUsers(database, 1);
  return user!;
}

/** Makes twenty concurrent calls, alternating between the servers. */
function callAtBoth<T>(call: (server: ServerProcess) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 20 }, (_, index) => call(index % 2 === 0 ? one : other)));
}

test('Servers that start at the same time on an empty database apply each migration once', async () => {
  const files = readdirSync(join(ROOT, 'apps/server/migrations')).filter((name) => name.endsWith('.sql'));
  const applied = () => ask(database, 'select hash from drizzle.__drizzle_migrations');
  expect(await applied()).toHaveLength(files.length);

  // At exactly the same moment, which separate processes hardly ever manage.
  const { connection } = await createDatabaseIn(inject('cluster'));
  await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(connection)));
  expect(await ask(connection, 'select hash from drizzle.__drizzle_migrations')).toEqual(await applied());
});

test('An account created on one is verified, used and deleted on the other; its email is sent once', async () => {
  const email = `${randomUUID()}@example.com`;
  const jar: CookieJar = new Map();
  expect(await one.call(register, { body: { email, password: PASSWORD } })).toMatchObject({ status: 202 });
  const [mail] = await vi.waitUntil(
    async () => {
      const mails = await mailsTo(email);
      return mails.length > 0 && mails;
    },
    { timeout: 300_000 },
  );
  const token = mail!.links.map((link) => new URL(link).searchParams.get('token')).find(Boolean) ?? '';
  expect(await other.call(verifyEmail, { query: { token } })).toMatchObject({ ok: true });

  const options = { cookies: jar };
  expect(await one.call(login, { body: { email, password: PASSWORD } }, options)).toMatchObject({ ok: true });
  const refreshed = await other.call(refresh, {}, options);
  if (!refreshed.ok) throw new Error(refreshed.errors.join(' '));
  const signedIn = { token: refreshed.data.token };
  expect(await one.call(getMe, {}, signedIn)).toMatchObject({ ok: true, data: { email } });
  expect(await one.call(logout, {}, options)).toMatchObject({ ok: true });
  expect(await other.call(getMe, {}, signedIn)).toMatchObject({ ok: false, status: 401 });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('Concurrent refreshes on both give the same session, which continues', async () => {
  const { refreshToken } = await createUser();
  const jars = await callAtBoth(async (server) => {
    const cookies: CookieJar = new Map([[COOKIES.refreshToken.name, { value: refreshToken, path: '/auth' }]]);
    expect(await server.call(refresh, {}, { cookies })).toMatchObject({ ok: true });
    return cookies;
  });
  for (const cookies of jars.slice(0, 2))
    expect(await other.call(refresh, {}, { cookies })).toMatchObject({ ok: true });
});

test('A limit holds for both together', async () => {
  const { email } = await createUser();
  const guess = (server: ServerProcess) => server.call(login, { body: { email, password: 'wrong password' } });
  const statuses = (await callAtBoth(guess)).map(({ status }) => status);
  // A server that is busy hashing refuses a password unchecked, which doesn't count as an attempt.
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
  let guesses = statuses.filter((status) => status === 401).length;
  while ((await guess(other)).status === 401) guesses += 1;
  expect(guesses).toBe(RATE_LIMITS.login.account.count);
  expect(await guess(one)).toMatchObject({ status: 429 });
});

test('A setup token is exchanged once, by whichever server is first', async () => {
  const { token } = await createUser();
  const given = await one.call(generateSetupToken, {}, { token });
  if (!given.ok) throw new Error(given.errors.join(' '));
  const body = { setupToken: given.data.token, device: { name: 'A Mac', platform: 'macOS', appVersion: '0.5.5' } };
  const answers = await callAtBoth((server) => server.call(exchangeSetupToken, { body }));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(answers.length - 1);
});

test('A dictation reported to both at once counts once', async () => {
  const { token } = await createUser();
  const entry = { id: randomUUID(), startedAt: new Date().toISOString(), seconds: 30, timezone: 'UTC' };
  const answers = await callAtBoth((server) => server.call(reportUsage, { body: { entries: [entry] } }, { token }));
  const accepted = answers.map((answer) => (answer.ok ? answer.data.accepted : Number.NaN));
  expect(accepted.toSorted()).toEqual([...Array(19).fill(0), 1]);
});

test('When one is killed the other serves all, and each acknowledged dictation counts once', async () => {
  const before = await readStoredUsage(database);
  const burst = new UsageBurst([one, other], await createUsers(database, BURST_USERS), { isPatient: true });
  await burst.untilAcknowledged(20);
  await one.kill();
  await burst.untilAcknowledged(50);
  await burst.end();
  const after = await readStoredUsage(database);
  const reported = burst.acknowledged.flatMap(({ entries }) => entries);
  expect(after.ids.length - before.ids.length).toBe(reported.length);
  const seconds = secondsOf(burst.acknowledged);
  expect(after.seconds.entries - before.seconds.entries).toBe(seconds);
  expect(after.seconds.days - before.seconds.days).toBe(seconds);
  expect(after.seconds.months - before.seconds.months).toBe(seconds);
});

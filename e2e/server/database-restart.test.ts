import { randomUUID } from 'node:crypto';
import { register } from '@workspace/contract/auth';
import { getHealth, getReadiness } from '@workspace/contract/service';
import { reportUsage } from '@workspace/contract/usage';
import { type BundledDatabase, startBundledDatabase } from '@workspace/server/database/bundled/bundled-database';
import { postmasterOf } from '@workspace/server/database/bundled/testing/data-folders';
import { refusal } from '@workspace/server/testing/refusal';
import { beforeAll, expect, test, vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { findFreePort } from './free-port.ts';
import { startOutsideWorld } from './outside-world-process.ts';
import { bundledDatabaseIn, createUsers, databaseUrlOf, ServerProcess } from './server-process.ts';
import { BURST_USERS, readStoredUsage, secondsOf, UsageBurst } from './usage-burst.ts';

// An external PostgreSQL: servers know its address, but don't run it.
const dataDir = scratchFolder();
const location = bundledDatabaseIn(dataDir);
let database: BundledDatabase;
let inboxUrl: string;
let servers: ServerProcess[];

beforeAll(async () => {
  const smtpPort = await findFreePort();
  const world = await startOutsideWorld({ SANDBOX_SMTP_PORT: String(smtpPort) });
  inboxUrl = `${world.url}/messages`;
  database = await startBundledDatabase({ dataDir });
  endAfterTests(() => database.stop());
  const environment = {
    DATABASE_URL: databaseUrlOf(location),
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    LOG_LEVEL: 'fatal',
  };
  servers = await Promise.all([ServerProcess.start(environment), ServerProcess.start(environment)]);
});

async function untilReady(server: ServerProcess): Promise<void> {
  await vi.waitUntil(async () => (await server.call(getReadiness, {})).ok, { timeout: 300_000 });
}

test('When PostgreSQL is restarted under load, servers recover on their own, and each dictation counts once', async () => {
  const burst = new UsageBurst(servers, await createUsers(location, BURST_USERS), { isPatient: true });
  for (const reports of [15, 40]) {
    await burst.untilAcknowledged(reports);
    // A fast shutdown, as by `pg_ctl stop -m fast`, followed by a start.
    process.kill(await postmasterOf(dataDir), 'SIGINT');
  }
  await burst.untilAcknowledged(70);
  const statuses = await burst.end();
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);

  const { ids, seconds } = await readStoredUsage(location);
  const acknowledged = burst.acknowledged.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(acknowledged.toSorted());
  const sum = secondsOf(burst.acknowledged);
  expect(seconds).toEqual({ entries: sum, hours: sum, days: sum, months: sum });
});

test('While PostgreSQL is down, calls say so and when to retry; afterwards everything works again, including email', async () => {
  const [server] = servers;
  const [user] = await createUsers(location, 1);
  await database.stop();
  const entry = { id: randomUUID(), startedAt: new Date().toISOString(), seconds: 1, timezone: 'UTC' };
  const report = () => server!.call(reportUsage, { body: { entries: [entry] } }, { token: user!.token });
  for (const answer of [await report(), await server!.call(getReadiness, {})]) {
    expect(answer).toMatchObject(refusal('unavailable'));
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  expect(await server!.call(getHealth, {})).toMatchObject({ ok: true });

  database = await startBundledDatabase({ dataDir });
  await untilReady(server!);
  expect(await report()).toMatchObject({ ok: true, data: { accepted: 1 } });
  const email = `${randomUUID()}@example.com`;
  expect(await server!.call(register, { body: { email, password: 'a long password' } })).toMatchObject({ ok: true });
  await vi.waitUntil(
    async () => (await (await fetch(`${inboxUrl}?to=${encodeURIComponent(email)}`)).text()).includes(email),
    { timeout: 300_000 },
  );
});

test('A server shuts down cleanly even while PostgreSQL is down', async () => {
  await database.stop();
  const [server] = servers;
  expect(await server!.call(getReadiness, {})).toMatchObject({ status: 503 });
  expect(await server!.stop()).toMatchObject({ exitCode: 0, stderr: '' });
});

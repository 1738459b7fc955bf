import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { getMe } from '@workspace/contract/auth';
import { reportUsage } from '@workspace/contract/usage';
import { copyFolder } from '@workspace/server/database/bundled/testing/data-folders';
import { Client } from 'pg';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { bundledDatabaseIn, createUsers, descendantsOf, ServerProcess } from './server-process.ts';
import { BURST_USERS, readStoredUsage, UsageBurst } from './usage-burst.ts';

const folder = scratchFolder();
/** A data folder that has been initialized. */
const pristine = join(folder, 'pristine');
let copies = 0;

beforeAll(async () => {
  const server = await ServerProcess.start({ DATA_DIR: pristine });
  expect(await server.stop()).toMatchObject({ exitCode: 0, stderr: '' });
});

async function copyOfPristine(): Promise<string> {
  copies += 1;
  const copy = join(folder, `copy-${copies}`);
  await copyFolder(pristine, copy);
  return copy;
}

/** The output of a server that can't start. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const { exitCode, stdout, stderr } = await ServerProcess.spawn(environment).ended;
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  return stderr;
}

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Keeps a user's row locked, so that their reports wait. */
async function lockUser(dataDir: string, userId: string) {
  const client = new Client(bundledDatabaseIn(dataDir));
  // The server may exit while it is open.
  client.on('error', () => {});
  await client.connect();
  endAfterTests(() => client.end().catch(() => {}));
  await client.query('begin');
  await client.query('select from users where id = $1 for update', [userId]);
  return {
    async untilSomeoneWaits() {
      await vi.waitUntil(async () => (await client.query('select from pg_locks where not granted')).rowCount !== 0, {
        timeout: 300_000,
      });
    },
    release: () => client.query('rollback'),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ENTRY = { id: '7d2f3f0c-6c5e-4a4e-8f4e-3b8a7a3c9f10', seconds: 5, timezone: 'UTC' };

describe.concurrent('A server that is asked to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('answers pending calls and leaves no process (%s)', async (signal) => {
    const dataDir = await copyOfPristine();
    const server = await ServerProcess.start({ DATA_DIR: dataDir });
    const [user] = await createUsers(bundledDatabaseIn(dataDir), 1);
    const { id, token } = user!;
    // A connection kept alive, as by browsers.
    expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true });
    const lock = await lockUser(dataDir, id);
    const entries = [{ ...ENTRY, startedAt: new Date().toISOString() }];
    const answer = server.call(reportUsage, { body: { entries } }, { token });
    await lock.untilSomeoneWaits();
    const processes = descendantsOf(server.pid);
    expect(processes.length).toBeGreaterThan(1);

    server.signal(signal);
    await vi.waitUntil(async () => !(await isListening(server.url)), { timeout: 300_000 });
    await lock.release();
    expect(await answer).toMatchObject({ ok: true, data: { accepted: 1 } });
    expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(processes.filter(isRunning)).toEqual([]);
  });

  test('has answered every report that it counted', async () => {
    const dataDir = await copyOfPristine();
    const database = bundledDatabaseIn(dataDir);
    const server = await ServerProcess.start({ DATA_DIR: dataDir });
    const burst = new UsageBurst([server], await createUsers(database, BURST_USERS), { isPatient: false });
    await burst.untilAcknowledged(20);
    expect(await server.stop()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await burst.end()).toEqual(new Set([200]));

    await ServerProcess.start({ DATA_DIR: dataDir });
    const { ids } = await readStoredUsage(database);
    const acknowledged = burst.acknowledged.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(acknowledged.toSorted());
  });

  test('exits even if a call hangs', async () => {
    const dataDir = await copyOfPristine();
    const server = await ServerProcess.start({ DATA_DIR: dataDir });
    const [user] = await createUsers(bundledDatabaseIn(dataDir), 1);
    const lock = await lockUser(dataDir, user!.id);
    const entries = [{ ...ENTRY, startedAt: new Date().toISOString() }];
    const answer = server.call(reportUsage, { body: { entries } }, { token: user!.token }).catch(() => 'lost');
    await lock.untilSomeoneWaits();
    const processes = descendantsOf(server.pid);
    const { exitCode, stderr } = await server.stop();
    expect(stderr).toBe('Not everything finished in time. Stopping anyway.\n');
    expect(exitCode).toBe(1);
    expect(await answer).toBe('lost');
    await vi.waitUntil(() => !processes.some(isRunning), { timeout: 300_000 });
  });

  test('exits even while starting, and leaves a usable data folder', async () => {
    const dataDir = join(folder, 'interrupted');
    const server = ServerProcess.spawn({ DATA_DIR: dataDir });
    await vi.waitUntil(() => descendantsOf(server.pid).length > 0, { timeout: 300_000, interval: 5 });
    const processes = descendantsOf(server.pid);
    expect(await server.stop()).toMatchObject({ exitCode: 0, stderr: '', stdout: '' });
    await vi.waitUntil(() => !processes.some(isRunning), { timeout: 300_000 });
    const next = await ServerProcess.start({ DATA_DIR: dataDir });
    expect(await next.stop()).toMatchObject({ exitCode: 0 });
  });
});

describe.concurrent('A server that can’t start explains why', () => {
  test('because another server uses its data folder', async () => {
    const dataDir = await copyOfPristine();
    const server = await ServerProcess.start({ DATA_DIR: dataDir });
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(
      /^Another Saykey server uses the folder DATA_DIR \(.*\)\. Stop it, or choose another DATA_DIR for this one\.\n$/,
    );
    expect(await server.stop()).toMatchObject({ exitCode: 0 });
  });

  test('because its port is in use; its database is stopped', async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    endAfterTests(() => other.close());
    const { port } = other.address() as { port: number };
    const dataDir = await copyOfPristine();
    expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
      `Port ${port} is taken. Stop what listens there, or set PORT to another port.\n`,
    );
    const next = await ServerProcess.start({ DATA_DIR: dataDir });
    expect(await next.stop()).toMatchObject({ exitCode: 0 });
  });

  test('because its environment is invalid', async () => {
    expect(await refusal({ NODE_ENV: 'production', PORT: 'x', JWT_SECRET: '' })).toMatch(
      /^Missing required environment variable JWT_SECRET\nMissing .*\nPORT must be a port number\n$/s,
    );
  });

  test('because it can’t listen on its address', async () => {
    expect(await refusal({ DATA_DIR: await copyOfPristine(), HOST: '192.0.2.1', PORT: '3001' })).toBe(
      "Can't listen on 192.0.2.1, port 3001 (EADDRNOTAVAIL). Set HOST and PORT to something else.\n",
    );
  });

  test('because its database is unreachable', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://somebody@localhost:1/none' })).toBe(
      "Can't reach the database in DATABASE_URL. Start it, or check the address.\n",
    );
  });

  test('because its database denies access', async () => {
    const { host, port } = inject('cluster');
    expect(await refusal({ DATABASE_URL: `postgres:///none?host=${host}&port=${port}&user=nobody` })).toBe(
      `The database in DATABASE_URL refuses: role "nobody" does not exist. Check the address and its user's permissions.\n`,
    );
  });
});

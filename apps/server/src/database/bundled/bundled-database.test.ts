import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BundledDatabase, type BundledDatabaseOptions, startBundledDatabase } from './bundled-database.ts';
import { BundledDatabaseError } from './bundled-database-error.ts';
import { STOP_TIMEOUT_MS } from './postgres-process.ts';
import { ask, clusterOf, copyFolder, postmasterOf, scratchFolder } from './testing/data-folders.ts';
import { killOwners, OwnerProcess } from './testing/owner-process.ts';

const folder = scratchFolder();
/** A data folder after its first start, with a table `numbers` that has one row. */
let pristine: string;
const databases: BundledDatabase[] = [];
let copies = 0;

async function start(options: BundledDatabaseOptions): Promise<BundledDatabase> {
  const database = await startBundledDatabase({ isDurable: false, ...options });
  databases.push(database);
  return database;
}

async function copyOfPristine(): Promise<string> {
  copies += 1;
  const copy = join(folder, `copy-${copies}`);
  await copyFolder(pristine, copy);
  return copy;
}

async function numbersIn({ connection }: BundledDatabase): Promise<number[]> {
  const rows = await ask<{ number: number }>(connection, 'SELECT number FROM numbers ORDER BY number');
  return rows.map(({ number }) => number);
}

beforeAll(async () => {
  pristine = join(folder, 'pristine');
  const database = await start({ dataDir: pristine });
  await ask(database.connection, 'CREATE TABLE numbers (number integer PRIMARY KEY); INSERT INTO numbers VALUES (0)');
  await database.stop();
});

afterEach(async () => {
  await killOwners();
  await Promise.all(databases.splice(0).map((database) => database.stop()));
});

describe('The bundled database', () => {
  let database: BundledDatabase;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await copyOfPristine();
    database = await startBundledDatabase({ dataDir });
  });
  afterAll(() => database.stop());

  test('keeps rows across a restart', async () => {
    expect(await numbersIn(database)).toEqual([0]);
  });

  test('is durable by default, keeps checksums, and uses UTF-8 with a system-independent collation', async () => {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding'];
    const [row] = await ask(
      database.connection,
      `SELECT ${settings.map((name) => `current_setting('${name}') AS ${name}`)}, datlocprovider, datlocale
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
    });
  });

  test('listens on no port, and keeps other users away from its socket', async () => {
    expect(await ask(database.connection, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
    expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o700);
  });

  test('gives an unprivileged role that may create schemas in its own database', async () => {
    const [role] = await ask(
      database.connection,
      'SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user',
    );
    expect(new Set(Object.values(role!))).toEqual(new Set([false]));
    await ask(database.connection, 'CREATE SCHEMA apart');
  });

  test.each([
    ["SELECT pg_read_file('/etc/passwd')"],
    ["COPY numbers FROM '/etc/passwd'"],
    ["COPY numbers TO PROGRAM 'cat'"],
    ['CREATE DATABASE more'],
    ['CREATE ROLE more'],
  ])('forbids the role to run: %s', async (sql) => {
    await expect(ask(database.connection, sql)).rejects.toThrow(/permission denied/);
  });

  test('lets nobody connect as the superuser', async () => {
    const connection = { ...database.connection, user: 'postgres' };
    await expect(ask(connection, 'SELECT 1')).rejects.toThrow(/no pg_hba.conf entry/);
    await expect(ask({ ...connection, database: 'postgres' }, 'SELECT 1')).rejects.toThrow(/no pg_hba.conf entry/);
  });

  test('logs no values from statements', async () => {
    await ask(
      database.connection,
      'CREATE TABLE addresses (address text PRIMARY KEY, CHECK (address <> $$secret-checked$$))',
    );
    const insert = (value: string) => ask(database.connection, `INSERT INTO addresses VALUES ('${value}')`);
    await insert('secret-twice');
    await expect(insert('secret-twice')).rejects.toThrow(/unique/);
    await expect(insert('secret-checked')).rejects.toThrow(/check/);
    await expect(ask(database.connection, "SELECT 'secret-cast'::integer")).rejects.toThrow(/secret-cast/);
    await expect(
      ask(database.connection, "DO $$ BEGIN RAISE WARNING 'secret-warning'; RAISE EXCEPTION 'secret-raised'; END $$"),
    ).rejects.toThrow();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const client = new Client(database.connection);
      client.on('error', () => {});
      await client.connect();
      const [backend] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
      const isUnderWay = `SELECT 1 FROM pg_stat_activity WHERE pid = ${backend!.pid} AND query LIKE '%secret-slow%' AND state = 'active'`;
      const answer = expect(client.query("SELECT pg_sleep(1000), 'secret-slow'")).rejects.toThrow();
      await expect.poll(() => ask(database.connection, isUnderWay)).toHaveLength(1);
      process.kill(backend!.pid, signal);
      await answer;
    }
    const log = () => readFile(join(dataDir, 'postgres.log'), 'utf8');
    await vi.waitFor(async () => expect(await log()).toMatch(/by signal 9: Killed.*ready to accept/s), 300_000);
    expect(await log()).not.toContain('secret');
  });
});

describe('A data folder', () => {
  test('is refused to a second server with a one-line message, whether in this process or another', async () => {
    const dataDir = await copyOfPristine();
    const database = await start({ dataDir });
    const line = `Another ${PRODUCT_NAME} server uses the folder DATA_DIR (${dataDir}). Stop it, or choose another DATA_DIR for this one.`;
    await expect(startBundledDatabase({ dataDir })).rejects.toThrow(new BundledDatabaseError(line));
    expect(await OwnerProcess.start({ dataDir }).line(0)).toBe(line);
    expect(await numbersIn(database)).toEqual([0]);
    await database.stop();
    expect(await numbersIn(await start({ dataDir }))).toEqual([0]);
  });

  test('is used by only one of several servers that start at the same moment', async () => {
    const dataDir = join(folder, 'contended');
    const owners = [1, 2, 3].map(() => OwnerProcess.start({ dataDir, isDurable: false }));
    const lines = await Promise.all(owners.map((owner) => owner.line(0)));
    expect(lines.toSorted()).toEqual([expect.stringMatching(/^Another/), expect.stringMatching(/^Another/), 'ready']);
  });

  test('keeps every acknowledged row if its owner is killed while writing', async () => {
    const dataDir = join(folder, 'burst');
    const owner = OwnerProcess.start({ dataDir }, 'insert');
    await owner.line(200);
    const [ready, ...acknowledged] = await owner.kill();
    expect(ready).toBe('ready');
    const found = new Set(await numbersIn(await start({ dataDir })));
    expect(acknowledged.filter((number) => !found.has(Number(number)))).toEqual([]);
  });
});

describe('PostgreSQL', () => {
  test('is restarted at the same address if it crashes, without losing acknowledged rows', async () => {
    const dataDir = await copyOfPristine();
    const restarted = Promise.withResolvers<string>();
    const database = await start({ dataDir, isDurable: true, onRestart: restarted.resolve });
    for (const number of [1, 2, 3]) await ask(database.connection, `INSERT INTO numbers VALUES (${number})`);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    expect(await restarted.promise).toBe('PostgreSQL quit unexpectedly (SIGKILL). It has been restarted.');
    expect(await numbersIn(database)).toEqual([0, 1, 2, 3]);
  });

  test('is started again and again until it runs', async () => {
    const { database, restarted, mend } = await breakDown();
    await mend();
    await restarted;
    expect(await numbersIn(database)).toEqual([0]);
  });

  test('can be stopped while it fails to start', async () => {
    const { database, dataDir, onRestart, mend } = await breakDown();
    await database.stop();
    await mend();
    expect(await numbersIn(await start({ dataDir }))).toEqual([0]);
    expect(onRestart).not.toHaveBeenCalled();
  });

  test('is shut down immediately if it does not stop in time', async () => {
    const dataDir = await copyOfPristine();
    const database = await start({ dataDir });
    const client = new Client(database.connection);
    client.on('error', () => {});
    await client.connect();
    const [backend] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    process.kill(backend!.pid, 'SIGSTOP');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = database.stop();
    await vi.advanceTimersByTimeAsync(STOP_TIMEOUT_MS);
    vi.useRealTimers();
    const log = () => readFile(join(dataDir, 'postgres.log'), 'utf8');
    await vi.waitFor(async () => expect(await log()).toContain('received immediate shutdown request'), 300_000);
    process.kill(backend!.pid, 'SIGCONT');
    await stopped;
    expect(await numbersIn(await start({ dataDir }))).toEqual([0]);
  });

  /** Kills a database and makes its restarts fail until it is mended. */
  async function breakDown() {
    const dataDir = await copyOfPristine();
    const restarted = Promise.withResolvers<string>();
    const onRestart = vi.fn(restarted.resolve);
    const database = await start({ dataDir, onRestart });
    const postmaster = await postmasterOf(dataDir);
    await rename(clusterOf(dataDir), `${clusterOf(dataDir)}-away`);
    process.kill(postmaster, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(
        /FATAL:.*does not exist|could not access directory/,
      );
    }, 300_000);
    const mend = () => rename(`${clusterOf(dataDir)}-away`, clusterOf(dataDir));
    return { database, dataDir, restarted: restarted.promise, onRestart, mend };
  }
});

test('The number of connections is configurable', async () => {
  const { connection } = await start({ dataDir: await copyOfPristine(), maxConnections: 12 });
  expect(await ask(connection, 'SHOW max_connections')).toEqual([{ max_connections: '12' }]);
});

test('A folder whose path is too long for a socket works, with a temporary socket elsewhere', async () => {
  const parent = join(folder, 'long-'.repeat(20));
  await mkdir(parent);
  const dataDir = join(parent, 'data');
  await copyFolder(pristine, dataDir);
  const database = await start({ dataDir });
  const { host } = database.connection;
  expect(host).not.toContain(folder);
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  expect(await numbersIn(database)).toEqual([0]);
  await database.stop();
  await expect(readdir(host)).rejects.toThrow(/ENOENT/);
});

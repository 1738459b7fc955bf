import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask } from './data-folders.ts';
import { createDatabaseIn, startTestCluster, type TestCluster } from './test-cluster.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startTestCluster();
});

afterAll(() => cluster.stop());

test('Each database is separate and has an unprivileged role', async () => {
  const [one, other] = await Promise.all([cluster.createDatabase(), cluster.createDatabase()]);
  await ask(one.connection, 'CREATE SCHEMA apart; CREATE TABLE apart.numbers (number integer)');
  const schemas = "SELECT count(*)::integer FROM pg_namespace WHERE nspname = 'apart'";
  expect(await ask(other.connection, schemas)).toEqual([{ count: 0 }]);
  const role = 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user';
  expect(await ask(one.connection, role)).toEqual([{ rolsuper: false }]);
});

test('A copy has its template’s content, is independent, and needs only the cluster’s address', async () => {
  const template = await cluster.createDatabase();
  await ask(template.connection, 'CREATE TABLE numbers (number integer); INSERT INTO numbers VALUES (1)');
  const address = structuredClone(cluster.address);
  const copy = await createDatabaseIn(address, { template: template.connection.database });
  await ask(copy.connection, 'INSERT INTO numbers VALUES (2)');
  expect(await ask(copy.connection, 'SELECT number FROM numbers')).toEqual([{ number: 1 }, { number: 2 }]);
  expect(await ask(template.connection, 'SELECT number FROM numbers')).toEqual([{ number: 1 }]);
  await copy.drop();
  await expect(ask(copy.connection, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test.runIf(process.platform === 'linux')(
  'The cluster ends with the process that started it, even if that is killed',
  async () => {
    const script = `
    const { startTestCluster } = await import(${JSON.stringify(join(import.meta.dirname, 'test-cluster.ts'))});
    console.log((await startTestCluster()).address.host);
    setInterval(() => {}, 60_000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const host = String((await once(owner.stdout, 'data'))[0]).trim();
    const postmaster = Number.parseInt(await readFile(join(host, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    const commandLine = () => readFile(`/proc/${postmaster}/cmdline`, 'utf8').catch(() => '');
    expect(await commandLine()).toContain(host);
    owner.kill('SIGKILL');
    await vi.waitFor(async () => expect(await commandLine()).toBe(''), 300_000);
    // The next one removes what this one left behind.
    await (await startTestCluster()).stop();
    await vi.waitFor(() => expect(existsSync(host)).toBe(false), 300_000);
  },
);

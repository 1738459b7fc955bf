import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBundledDatabase } from './bundled-database.ts';
import { PORT, SERVICE, serverArguments } from './cluster-settings.ts';
import { findPackageFolder, preparePrograms } from './postgres-programs.ts';
import { programUser } from './program-user.ts';
import { endOrphan } from './stale-server.ts';
import { ask, clusterOf, copyFolder, postmasterOf, scratchFolder } from './testing/data-folders.ts';
import { killOwners, OwnerProcess } from './testing/owner-process.ts';

const folder = scratchFolder();
let pristine: string;
const children: ChildProcess[] = [];
const SERVICE_ADDRESS = { port: PORT, user: SERVICE, database: SERVICE };

const start = (dataDir: string) => startBundledDatabase({ dataDir, isDurable: false });

beforeAll(async () => {
  pristine = join(folder, 'pristine');
  const database = await start(pristine);
  await ask(database.connection, 'CREATE TABLE numbers (number integer)');
  // As while a server is running: with its lock files.
  await copyFolder(join(pristine, 'postgres'), join(folder, 'running'));
  await database.stop();
});

afterEach(async () => {
  await killOwners();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a program as PostgreSQL's user, in such a way that it outlives this process. */
async function startAsOwner(program: string, ...args: string[]): Promise<ChildProcess> {
  const owner = await programUser(join(pristine, 'postgres'));
  const prefix = owner
    ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...ENTERING]
    : [];
  const [command, ...rest] = [...prefix, program, ...args];
  const child = spawn(command!, rest, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  children.push(child);
  return child;
}

const ENTERING = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--bounding-set=-all,+dac_override',
];

/** Starts a PostgreSQL without an owner. Resolves once it accepts connections, with a way to read its log. */
async function startOrphan(dataDir: string) {
  const { postgres } = await preparePrograms(findPackageFolder());
  const host = join(dataDir, 'postgres');
  const child = await startAsOwner(postgres, ...serverArguments(clusterOf(dataDir), host, {}));
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await vi.waitFor(() => expect(log).toContain('ready to accept connections'), 300_000);
  return { ended: once(child, 'close'), log: () => log, connection: { ...SERVICE_ADDRESS, host } };
}

test('An orphaned PostgreSQL is stopped first, without losing data', async () => {
  const dataDir = join(folder, 'orphaned');
  await copyFolder(pristine, dataDir);
  const orphan = await startOrphan(dataDir);
  await ask(orphan.connection, 'INSERT INTO numbers VALUES (7)');
  const database = await start(dataDir);
  expect(await orphan.ended).toEqual([0, null]);
  expect(orphan.log()).toContain('received fast shutdown request');
  expect(await ask(database.connection, 'SELECT number FROM numbers')).toEqual([{ number: 7 }]);
  await database.stop();
});

test('An orphan that does not stop in time is shut down immediately, without losing data', async () => {
  const dataDir = join(folder, 'stubborn');
  await copyFolder(pristine, dataDir);
  const orphan = await startOrphan(dataDir);
  await ask(orphan.connection, 'INSERT INTO numbers VALUES (7)');
  await endOrphan(clusterOf(dataDir), new AbortController().signal, 0);
  await orphan.ended;
  expect(orphan.log()).toContain('received immediate shutdown request');
  const database = await start(dataDir);
  expect(await ask(database.connection, 'SELECT number FROM numbers')).toEqual([{ number: 7 }]);
  await database.stop();
});

test('A start waits for leftover processes of an earlier PostgreSQL to end', async () => {
  const dataDir = join(folder, 'still-in-use');
  await copyFolder(pristine, dataDir);
  const owner = OwnerProcess.start({ dataDir, isDurable: false });
  await owner.line(0);
  const client = new Client({ ...SERVICE_ADDRESS, host: join(dataDir, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  const [backend] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
  process.kill(backend!.pid, 'SIGSTOP');
  onTestFinished(() => void client.end().catch(() => {}));
  const postmaster = await postmasterOf(dataDir);
  await owner.kill();
  process.kill(postmaster, 'SIGKILL');

  const started = start(dataDir);
  const log = () => readFile(join(dataDir, 'postgres.log'), 'utf8');
  await vi.waitFor(async () => expect(await log()).toMatch(/shared memory block .* still in use/), 300_000);
  process.kill(backend!.pid, 'SIGCONT');
  const database = await started;
  expect(await ask(database.connection, 'SELECT number FROM numbers')).toEqual([]);
  await database.stop();
});

test.each([
  ['another process of the same user', ['sh', '-c', 'echo $$; exec sleep 1000']],
  ['a zombie process', ['sh', '-c', 'true & echo $!; exec sleep 1000']],
])('Lock files whose process id now belongs to %s do not prevent a start', async (_, [program, ...args]) => {
  const dataDir = join(folder, `stale-${children.length}-${args.join('').length}`);
  await mkdir(dataDir);
  await copyFolder(join(folder, 'running'), join(dataDir, 'postgres'));
  const child = await startAsOwner(program!, ...args);
  const pid = String(await once(child.stdout!, 'data')).trim();
  for (const file of [join(clusterOf(dataDir), 'postmaster.pid'), join(dataDir, 'postgres', `.s.PGSQL.${PORT}.lock`)]) {
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [pid, ...rest].join('\n'));
  }
  const database = await start(dataDir);
  expect(await ask(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('An empty lock file does not prevent a start', async () => {
  const dataDir = join(folder, 'empty');
  await copyFolder(pristine, dataDir);
  await writeFile(join(clusterOf(dataDir), 'postmaster.pid'), '');
  const database = await start(dataDir);
  await database.stop();
});

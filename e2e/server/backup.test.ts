// `npm run backup` while the server is running, and `npm run restore` into a new folder.
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { register } from '@workspace/contract/auth';
import { getUsage } from '@workspace/contract/usage';
import { openDatabase } from '@workspace/server/database/database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { COMPILE_CACHE, ROOT } from '../repository.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { bundledDatabaseIn, createUsers, ServerProcess } from './server-process.ts';
import { BURST_USERS, readStoredUsage, UsageBurst } from './usage-burst.ts';

const PROGRAM = join(ROOT, 'apps/server/src/backup/main.ts');

async function run(action: 'backup' | 'restore', file: string, dataDir: string) {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILE_CACHE };
  return RunningProcess.start(process.execPath, [PROGRAM, action, file], { cwd: ROOT, env }).ended;
}

async function waitingJobs(dataDir: string) {
  const { database, close } = openDatabase(bundledDatabaseIn(dataDir), () => {});
  const { rows } = await database.execute(
    sql`select id, data from jobs.job where name = 'send-mail' and state in ('created', 'retry', 'active') order by id`,
  );
  await close();
  return rows;
}

test('A backup made while the server is running restores everything: accounts, sessions, dictations, pending emails', async () => {
  const [from, to, folder] = [scratchFolder(), scratchFolder(), scratchFolder()];
  const file = join(folder, 'a.backup');
  const server = await ServerProcess.start({ DATA_DIR: from });
  const users = await createUsers(bundledDatabaseIn(from), BURST_USERS);
  // An email is pending, as no mail server is configured.
  const body = { email: 'waiting@example.com', password: 'a long enough password' };
  expect(await server.call(register, { body })).toMatchObject({ ok: true });
  const burst = new UsageBurst([server], users, { isPatient: true });
  await burst.untilAcknowledged(20);
  const before = burst.acknowledged.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(await run('backup', file, from)).toMatchObject({ exitCode: 0, stderr: '' });
  await burst.end();
  expect(await run('backup', file, from)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already') });
  await server.stop();

  expect(await run('restore', file, to)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await run('restore', file, to)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('already contains data'),
  });
  const restored = await ServerProcess.start({ DATA_DIR: to });
  const { ids, seconds } = await readStoredUsage(bundledDatabaseIn(to));
  expect(before.filter((id) => !ids.includes(id))).toEqual([]);
  // A consistent snapshot: entries and totals agree.
  const sum = seconds.entries;
  expect(seconds).toEqual({ entries: sum, hours: sum, days: sum, months: sum });
  expect(await waitingJobs(to)).toHaveLength(1);
  expect(await restored.call(getUsage, {}, { token: users[0]!.token })).toMatchObject({ ok: true });
  // New rows get unused numbers.
  expect(await restored.call(register, { body: { ...body, email: 'new@example.com' } })).toMatchObject({ ok: true });
  await restored.stop();
});

test('An invalid or truncated backup is refused, and leaves nothing behind', async () => {
  const [from, to, folder] = [scratchFolder(), scratchFolder(), scratchFolder()];
  const server = await ServerProcess.start({ DATA_DIR: from });
  await createUsers(bundledDatabaseIn(from), 50);
  await server.stop();
  const [whole, half, none] = ['whole', 'half', 'none'].map((name) => join(folder, name)) as [string, string, string];
  expect(await run('backup', whole, from)).toMatchObject({ exitCode: 0 });
  expect(await run('backup', half, from)).toMatchObject({ exitCode: 0 });
  truncateSync(half, 2_000);
  writeFileSync(none, gzipSync('nothing\n'));
  for (const file of [half, none]) {
    expect(await run('restore', file, to)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no backup') });
  }
  expect(await run('restore', whole, to)).toMatchObject({ exitCode: 0, stderr: '' });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startBundledDatabase } from '../database/bundled/bundled-database.ts';
import { findRunningDatabase } from '../database/bundled/find-running-database.ts';
import { scratchFolder } from '../database/bundled/testing/data-folders.ts';
import { createDatabaseIn } from '../database/bundled/testing/test-cluster.ts';
import { openDatabase } from '../database/database.ts';
import { MigrationError } from '../database/migrate.ts';
import { auditEvents } from '../database/schema.ts';
import { openServices } from '../open-services.ts';
import { createUser } from '../testing/test-users.ts';
import { connect } from './connect.ts';
import { readOperator } from './support-services.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
/** Shared with the servers in `e2e`: most of the time goes into loading. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../.cache/compiled');
const folder = scratchFolder();

/** Runs the program with `typed` on its stdin. */
async function run(argv: string[], environment: Record<string, string>, typed = '') {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [MAIN, ...argv], { env });
  const closed = once(child, 'close');
  child.stdin.end(typed);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await closed;
  return { exitCode, out, err };
}

describe('The program', () => {
  test('works on the database in DATABASE_URL without a running server', async () => {
    const { connection } = await createDatabaseIn(inject('cluster'), { template: inject('migratedDatabase') });
    const { user, database, host } = connection;
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    };
    const { services, close } = await connect(readConfig(environment), 'anna');
    onTestFinished(close);
    const { email } = await createUser({ services });

    const found = await run(['find-user', email, '--json'], { ...environment, SAYKEY_OPERATOR: 'Anna' });
    expect(found).toMatchObject({ exitCode: 0, err: '' });
    expect(JSON.parse(found.out)).toMatchObject({ email });
    const unanswered = await run(['delete-account', email], environment);
    expect(unanswered).toMatchObject({ exitCode: 1, out: '' });
    expect(unanswered.err).toContain('Nothing was deleted.');
    const deleted = await run(['delete-account', email], environment, `${email}\n`);
    expect(deleted).toMatchObject({ exitCode: 0, out: `The account for ${email} is deleted.\n` });
    const { action, operator } = auditEvents;
    const events = await services.database.select({ action, operator }).from(auditEvents).orderBy(auditEvents.id);
    expect(events).toContainEqual({ action: 'account-read', operator: 'Anna' });
    expect(events.at(-1)).toEqual({ action: 'account-deleted', operator: userInfo().username });
  });

  test('rejects a missing argument', async () => {
    expect(await run(['find-user'], {})).toMatchObject({ exitCode: 2, out: '' });
  });

  test.each(['\u0007', 'x'.repeat(101), ' '])('rejects an invalid operator name (%j)', (SAYKEY_OPERATOR) => {
    expect(() => readOperator({ SAYKEY_OPERATOR })).toThrow('SAYKEY_OPERATOR');
  });
});

describe('Tables and queues', () => {
  /** Everything in the database that starting a server could change. */
  const STATE = sql`
    select (select json_agg(m order by id) from drizzle.__drizzle_migrations m) as migrations,
      (select json_agg(q order by name) from jobs.queue q) as queues,
      (select json_agg(s order by name) from jobs.schedule s) as schedules,
      (select json_agg(v) from jobs.version v) as version`;

  async function openCopy() {
    const { connection, drop } = await createDatabaseIn(inject('cluster'), { template: inject('migratedDatabase') });
    const { database, close } = openDatabase(connection, () => {});
    onTestFinished(async () => {
      await close();
      await drop();
    });
    const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`;
    return { database, config: readConfig({ NODE_ENV: 'test', DATABASE_URL: url }) };
  }

  test('stay as the server made them, and jobs can still be enqueued', async () => {
    const { database, config } = await openCopy();
    // As set by an operator, or by another version of the server.
    await database.execute(sql`update jobs.queue set retry_limit = 7 where name = 'send-mail'`);
    await database.execute(sql`delete from jobs.schedule`);
    const before = (await database.execute(STATE)).rows;
    const { services, close } = await connect(config, 'anna');
    await services.jobs.enqueue('send-mail', { template: 'verification', registrationId: 'none' }, database);
    await close();
    expect((await database.execute(STATE)).rows).toEqual(before);
    const waiting = await database.execute(sql`select from jobs.job where name = 'send-mail' and state = 'created'`);
    expect(waiting.rows).toHaveLength(1);
  });

  test('cause an error if they are outdated or missing', async () => {
    const { database, config } = await openCopy();
    await database.execute(
      sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    );
    await expect(connect(config, 'anna')).rejects.toThrow('Start the server of the same version once');
    await database.execute(sql`drop schema drizzle cascade`);
    await expect(connect(config, 'anna')).rejects.toBeInstanceOf(MigrationError);
  });
});

test('The bundled database is shared with a running server, or else started temporarily', async () => {
  const dataDir = join(folder, 'bundled');
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
  const server = await startBundledDatabase({ dataDir, isDurable: false });
  onTestFinished(() => server.stop());
  const { services, ends } = await openServices({ ...config, logLevel: 'silent' }, { running: server.connection });
  const { email } = await createUser({ services });
  await ends.disposeAsync();
  const findUser = () => run(['find-user', email], { DATA_DIR: dataDir, NODE_ENV: 'test' });
  expect(await findUser()).toMatchObject({ exitCode: 0, err: '' });
  expect(await findRunningDatabase(dataDir)).toEqual(server.connection);

  await server.stop();
  expect(await findRunningDatabase(dataDir)).toBeUndefined();
  expect(await findUser()).toMatchObject({ exitCode: 0, err: '' });
  expect(await findRunningDatabase(dataDir)).toBeUndefined();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startBundledDatabase } from '../database/bundled/bundled-database.ts';
import { findRunningDatabase } from '../database/bundled/find-running-database.ts';
import { scratchFolder } from '../database/bundled/testing/data-folders.ts';
import { createDatabaseIn } from '../database/bundled/testing/test-cluster.ts';
import { createUser } from '../testing/test-users.ts';
import { connect } from './connect.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const folder = scratchFolder();

/** Runs the program, with what is typed on its input. */
async function run(argv: string[], environment: Record<string, string>, typed = '') {
  const child = spawn(process.execPath, [MAIN, ...argv], { env: { ...process.env, ...environment } });
  const closed = once(child, 'close');
  child.stdin.end(typed);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await closed;
  return { exitCode, out, err };
}

describe('The program', () => {
  test('works on the database of DATABASE_URL, with no server running', async () => {
    const { connection } = await createDatabaseIn(inject('cluster'), { template: inject('migratedDatabase') });
    const { user, database, host } = connection;
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    };
    const { services, close } = await connect(readConfig(environment));
    onTestFinished(close);
    const { email } = await createUser({ services });

    const found = await run(['find-user', email, '--json'], environment);
    expect(found).toMatchObject({ exitCode: 0, err: '' });
    expect(JSON.parse(found.out)).toMatchObject({ email });

    const refused = await run(['delete-account', email], environment, 'no\n');
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toContain('Nothing was deleted.');
    expect(await run(['delete-account', email], environment)).toMatchObject({ exitCode: 1, out: '' });

    const deleted = await run(['delete-account', email], environment, `${email}\n`);
    expect(deleted).toMatchObject({ exitCode: 0, out: `The account for ${email} is deleted.\n` });
    expect(await run(['find-user', email], environment)).toMatchObject({ exitCode: 1 });
  });

  test('says that an argument is wrong', async () => {
    expect(await run(['find-user'], {})).toMatchObject({ exitCode: 2, out: '' });
  });
});

describe('The bundled database', () => {
  const config = (dataDir: string) => readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });

  test('is started for the time being where no server runs', async () => {
    const dataDir = join(folder, 'alone');
    const { services, close } = await connect(config(dataDir));
    const { email } = await createUser({ services });
    await close();
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
    const found = await run(['find-user', email], { DATA_DIR: dataDir, NODE_ENV: 'test' });
    expect(found).toMatchObject({ exitCode: 0, err: '' });
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
  });

  test('is that of the server where one runs, which goes on', async () => {
    const dataDir = join(folder, 'shared');
    const server = await startBundledDatabase({ dataDir, isDurable: false });
    onTestFinished(() => server.stop());
    const { services, close } = await connect(config(dataDir));
    const { email } = await createUser({ services });
    await close();
    const found = await run(['find-user', email], { DATA_DIR: dataDir, NODE_ENV: 'test' });
    expect(found).toMatchObject({ exitCode: 0, err: '' });
    expect(await findRunningDatabase(dataDir)).toEqual(server.connection);
  });
});

// deploy/database-role.sh with a real PostgreSQL: on a new database, and on one in which a superuser created everything.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { getReadiness } from '@workspace/contract/service';
import { createDatabaseIn } from '@workspace/server/database/bundled/testing/test-cluster';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { ROOT } from '../repository.ts';
import { createUsers, databaseUrlOf, ServerProcess } from './server-process.ts';

const SCRIPT = join(ROOT, 'deploy/database-role.sh');
const ROLE = 'server';

/** A database owned by the superuser, as the image creates it. */
async function createDatabase() {
  const cluster = inject('cluster');
  const { connection, drop } = await createDatabaseIn(cluster);
  endAfterTests(drop);
  const superuser = { ...connection, user: cluster.user };
  await query(superuser, `alter database ${connection.database} owner to ${cluster.user}`);
  return { superuser, server: { ...connection, user: ROLE } };
}

type Address = pg.ClientConfig & { host: string; user: string; database: string };

async function query(address: Address, text: string) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function runScript({ host, user, database }: Address): void {
  const { PATH } = process.env;
  const environment = {
    PATH,
    PGHOST: host,
    POSTGRES_USER: user,
    POSTGRES_DB: database,
    SERVER_PASSWORD: "it's 'quoted'",
  };
  execFileSync('sh', [SCRIPT], { env: environment, stdio: 'pipe' });
}

const RIGHTS = `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more, rolcanlogin
  from pg_roles where rolname = '${ROLE}'`;
/** Objects in the server's schemas that another role owns. */
const FOREIGN = `
  select oid::regclass::text as name from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle', 'jobs')) and relowner <> '${ROLE}'::regrole
  union all select oid::regprocedure::text from pg_proc where pronamespace = 'jobs'::regnamespace and proowner <> '${ROLE}'::regrole
  union all select oid::regtype::text from pg_type where typnamespace = 'jobs'::regnamespace and typowner <> '${ROLE}'::regrole`;

test('a new database belongs to the server’s role, which has no other privileges', async () => {
  const { superuser, server } = await createDatabase();
  runScript(superuser);
  expect(await query(superuser, RIGHTS)).toEqual([{ more: false, rolcanlogin: true }]);
  const running = await ServerProcess.start({ DATABASE_URL: databaseUrlOf(server) });
  expect(await running.call(getReadiness, {})).toMatchObject({ ok: true });
  expect(await query(superuser, FOREIGN)).toEqual([]);
  await expect(query(server, "select pg_read_file('/etc/passwd')")).rejects.toThrow('permission denied');
  await running.stop();
});

test('a superuser’s database can be handed to the server’s role, even twice, which can alter its tables', async () => {
  const { superuser, server } = await createDatabase();
  const before = await ServerProcess.start({ DATABASE_URL: databaseUrlOf(superuser) });
  const [user] = await createUsers(superuser, 1);
  await before.stop();
  expect(
    await query(
      superuser,
      `select from pg_class where oid = 'users'::regclass and relowner = '${superuser.user}'::regrole`,
    ),
  ).toHaveLength(1);
  runScript(superuser);
  runScript(superuser);
  expect(await query(superuser, FOREIGN)).toEqual([]);
  const after = await ServerProcess.start({ DATABASE_URL: databaseUrlOf(server) });
  expect(await query(server, 'select id from users')).toEqual([{ id: user!.id }]);
  await query(
    server,
    'alter table usage_entries add column a_new_one text; alter table jobs.job add column a_new_one text',
  );
  await after.stop();
});

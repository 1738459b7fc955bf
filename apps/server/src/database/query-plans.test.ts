import { randomUUID } from 'node:crypto';
import { deleteAccount, exportAccount } from '@workspace/contract/account';
import * as auth from '@workspace/contract/auth';
import { track } from '@workspace/contract/tracking';
import { getEntitlement, getMonthlyUsage, getUsage, reportUsage } from '@workspace/contract/usage';
import { getTableName, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { claimPurchases } from '../billing/claim-purchases.ts';
import { updatePlan } from '../billing/update-plan.ts';
import { removeExpired } from '../clean-up/remove-expired.ts';
import { resendVerification } from '../email/resend-verification.ts';
import { TABLES } from '../testing/schema-tables.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { prepareReadEntitlement } from '../usage/read-entitlement.ts';
import type { Database } from './database.ts';

/**
 * Years of use of every table: 20,000 users, of whom 200 dictated 1,000 times each. Of the rows that expire, one in 200
 * has expired. `u.n` counts users, `n` rows of each.
 */
const YEARS_OF_USE = `
  create function user_of(n bigint) returns uuid language sql immutable
    return ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid;
  create function time_of(n bigint) returns timestamptz language sql immutable
    return '2026-03-18T10:00:00Z'::timestamptz + (case when n % 200 = 0 then -1 else 1 end) * interval '1 minute' * (1 + n % 500000);

  insert into users (id, email, email_verified_at, created_at)
    select user_of(n), n || '@example.com', '2025-01-01', '2025-01-01' from generate_series(1, 20000) n;
  insert into registrations (id, user_id, password_hash, created_at, expires_at, confirmed_at)
    select gen_random_uuid(), user_of(n), 'x', time_of(n) - interval '30 days', time_of(n) - interval '29 days', null from generate_series(1, 20000) n;
  insert into identities select 'https://issuer.example', n::text, user_of(n), '2025-01-01' from generate_series(1, 20000) n;
  insert into sessions (id, user_id, kind, name, created_at, last_used_at, expires_at)
    select gen_random_uuid(), user_of(1 + n % 20000), 'browser', 'A browser', '2026-03-01', '2026-03-01', time_of(n) from generate_series(1, 40000) n;
  insert into known_browsers select user_of(1 + n % 20000), n::text, time_of(n) - interval '400 days' from generate_series(1, 40000) n;
  insert into one_time_tokens select n::text, 'setup', user_of(n), time_of(n) from generate_series(1, 20000) n;
  insert into usage_entries select gen_random_uuid(), user_of(u), timestamptz '2026-03-18T09:00:00Z' - interval '9 hours' * n, 60, 'UTC'
    from generate_series(1, 200) u, generate_series(0, 999) n;
  /* A week old to the second: of its hour, entries are read. */
  insert into usage_entries values (gen_random_uuid(), user_of(7), '2026-03-11T10:00:00Z', 60, 'UTC');
  insert into usage_days select user_of(u), date '2026-03-18' - n, 60 from generate_series(1, 200) u, generate_series(0, 399) n;
  insert into usage_months select user_of(u), to_char(date '2026-03-01' - interval '1 month' * n, 'YYYY-MM'), 60
    from generate_series(1, 2000) u, generate_series(0, 23) n;
  insert into plans select user_of(n), 'license', 'price', null, false from generate_series(1, 20000, 2) n;
  insert into subscriptions select n::text, 'customer-' || n, user_of(n), 'price', 'active', time_of(n), false, '2025-01-01' from generate_series(1, 20000) n;
  insert into purchases select n::text, 'intent-' || n, 'customer-' || n, case when n % 2 = 0 then user_of(n) end,
    case when n % 2 = 1 then n || '@example.com' end, 'paid', 1999, 'usd', '2026-01-01' from generate_series(1, 20000) n;
  insert into grants select gen_random_uuid(), user_of(n), '2026-01-01', null from generate_series(1, 20000) n;
  insert into payment_events select n::text, 'a.type', null, null, time_of(n) - interval '91 days', time_of(n) - interval '90 days'
    from generate_series(1, 20000) n;
  insert into tracking_events (session_id, event, received_at)
    select n::text, 'page_view', time_of(n) - interval '400 days' from generate_series(1, 100000) n;
  insert into audit_events (at, actor, action, user_id)
    select time_of(n) - interval '400 days', 'user', 'signed-in', user_of(1 + n % 20000) from generate_series(1, 100000) n;
  insert into rate_limits select n::text, 1, time_of(n) from generate_series(1, 50000) n;
  /* Each row is looked at, so that statistics, and plans with them, are the same each time. */
  set default_statistics_target = 1000;
  analyze;`;

let server: TestServer;
let user: TestUser;
let device: TestUser;
/** A user who has many rows. */
let busyUser: TestUser;
let planner: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  const { database } = server.services;
  await database.execute(sql.raw(YEARS_OF_USE));
  user = await createUser(server);
  device = await createUser(server, { kind: 'device' });
  busyUser = await createUser(server);
  await database.execute(sql`update usage_entries set user_id = ${busyUser.id} where user_id = user_of(7)`);
  await database.execute(sql`update usage_hours set user_id = ${busyUser.id} where user_id = user_of(7)`);
  await database.execute(sql`update usage_days set user_id = ${busyUser.id} where user_id = user_of(7)`);
  await database.execute(sql`update usage_months set user_id = ${busyUser.id} where user_id = user_of(7)`);
  const { rows } = await database.execute<{ name: string }>(sql`select current_database() as name`);
  planner = new pg.Client({ ...inject('cluster'), database: rows[0]?.name });
  await planner.connect();
  // As for solid-state disks: on others, reading a table of this size from end to end may well be right.
  await planner.query('set random_page_cost = 1.1');
});
afterAll(async () => {
  await planner.end();
  await server.close();
});

interface Statement {
  text: string;
  values: unknown[];
  /** Prepared: it may be planned without its values. */
  isNamed: boolean;
}

/** Returns the statements that `act` runs on the tables, each once. */
async function recordStatements(act: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await act();
  const calls: unknown[][] = query.mock.calls;
  query.mockRestore();
  const statements = calls.map(([config, values]): Statement => {
    const { text, name } = typeof config === 'string' ? { text: config } : (config as { text: string; name?: string });
    // For a cursor, the query that it reads.
    return {
      text: text.replace(/^declare .* cursor for/, ''),
      values: Array.isArray(values) ? values : [],
      isNamed: name !== undefined,
    };
  });
  const ours = statements.filter(
    ({ text }) => /^[\s(]*(select|insert|update|delete|with)\b/i.test(text) && !/\bjobs\.|\bpg_/.test(text),
  );
  return [...new Map(ours.map((statement) => [statement.text, statement])).values()];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Conflict Arbiter Indexes'?: string[];
  Plans?: PlanNode[];
}

/** Returns the nodes of the statement's plans: with its values and, if it is prepared, also without. */
async function planOf({ text, values, isNamed }: Statement): Promise<PlanNode[]> {
  const plans = [await planner.query(`explain (format json) ${text}`, values)];
  if (isNamed) plans.push(await planner.query(`explain (generic_plan, format json) ${text}`));
  return plans.flatMap(({ rows }) => nodesOf(rows[0]['QUERY PLAN'][0].Plan));
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/**
 * Returns accesses as `<how> <what>`, for example `Index Scan sessions_pkey`, each once. A bitmap scan of an index
 * counts as an index scan.
 */
function accessesOf(nodes: readonly PlanNode[]): string[] {
  const accesses = nodes.flatMap((node) => [
    ...(node['Conflict Arbiter Indexes'] ?? []).map((index) => `Conflict ${index}`),
    ...(node['Index Name'] ? [`${node['Node Type'].replace('Bitmap ', '')} ${node['Index Name']}`] : []),
    ...(node['Node Type'] === 'Seq Scan' ? [`Seq Scan ${node['Relation Name']}`] : []),
  ]);
  return [...new Set(accesses)];
}

const signedIn = () => ({ token: user.token });
const entry = () => ({ id: randomUUID(), startedAt: '2026-03-18T09:00:00.000Z', seconds: 1, timezone: 'UTC' });
const credentials = { email: 'someone@example.com', password: 'correct horse battery' };

/** Each operation, with the indexes that should find its rows. */
const ACTIONS: [name: string, act: () => Promise<unknown>, indexes: string[]][] = [
  [
    'the overview of usage',
    () => server.call(getUsage, {}, { token: busyUser.token }),
    [
      'Index Scan sessions_pkey',
      'Index Scan users_pkey',
      'Index Scan plans_pkey',
      'Index Scan usage_days_user_id_day_pk',
      'Index Scan usage_months_user_id_month_pk',
    ],
  ],
  [
    'a month of usage',
    () => server.call(getMonthlyUsage, { params: { month: '2026-03' } }, { token: busyUser.token }),
    ['Index Scan usage_days_user_id_day_pk'],
  ],
  [
    'the entitlement',
    () => server.call(getEntitlement, {}, { token: busyUser.token }),
    ['Index Scan usage_hours_user_id_hour_pk', 'Index Only Scan usage_entries_user_id_started_at_seconds_index'],
  ],
  [
    'a report of usage',
    () => server.call(reportUsage, { body: { entries: [entry(), entry()] } }, { token: busyUser.token }),
    [
      'Conflict rate_limits_pkey',
      'Conflict usage_entries_pkey',
      'Conflict usage_days_user_id_day_pk',
      'Conflict usage_months_user_id_month_pk',
    ],
  ],
  [
    'a tracking event',
    () => server.call(track, { body: { sessionId: 'a-session', event: 'page_view' } }),
    ['Conflict rate_limits_pkey'],
  ],
  ['the signed-in user', () => server.call(auth.getMe, {}, signedIn()), ['Index Scan sessions_pkey']],
  ['the list of sessions', () => server.call(auth.listSessions, {}, signedIn()), ['Index Scan sessions_user_id_index']],
  ['a registration', () => server.call(auth.register, { body: credentials }), ['Conflict users_email_unique']],
  [
    'a new verification link',
    () => resendVerification(server.services, credentials.email, 'user'),
    ['Index Scan users_email_unique', 'Index Scan registrations_user_id_created_at_index'],
  ],
  ['a sign-in', () => server.call(auth.login, { body: credentials }), ['Index Scan users_email_unique']],
  [
    'the refresh of a session',
    () => server.call(auth.refreshDevice, { body: { refreshToken: device.refreshToken } }),
    ['Index Scan sessions_pkey'],
  ],
  [
    'the claim of purchases',
    () =>
      server.services.database.transaction((transaction) =>
        claimPurchases(transaction, server.services, { id: user.id, email: '4711@example.com' }),
      ),
    ['Index Scan purchases_email_index'],
  ],
  [
    'the plan',
    () => server.services.database.transaction((transaction) => updatePlan(transaction, server.services, busyUser.id)),
    ['Index Scan purchases_user_id_index', 'Index Scan grants_user_id_index', 'Index Scan subscriptions_user_id_index'],
  ],
  [
    'the export of an account',
    () => server.call(exportAccount, {}, signedIn()),
    ['Index Scan audit_events_user_id_at_index'],
  ],
  ['the deletion of an account', () => server.call(deleteAccount, {}, signedIn()), ['Index Scan users_pkey']],
  [
    'the removal of expired rows',
    () => removeExpired(server.services, {}),
    [
      'Index Scan sessions_expires_at_index',
      'Index Scan one_time_tokens_expires_at_index',
      'Index Scan rate_limits_resets_at_index',
      'Index Scan registrations_expires_at_index',
      'Index Scan known_browsers_last_seen_at_index',
      'Index Scan tracking_events_received_at_index',
      'Index Scan audit_events_at_index',
      'Index Scan payment_events_processed_at_received_at_index',
    ],
  ],
];

describe('rows are found with an index for', () => {
  it.each(ACTIONS)('%s', async (_, act, indexes) => {
    const statements = await recordStatements(act);
    const accesses = new Set<string>();
    for (const statement of statements) {
      const found = accessesOf(await planOf(statement));
      // A call needs a few rows of each table. Reading one from end to end would take longer the longer the product
      // lives.
      const scans = TABLES.map((table) => `Seq Scan ${getTableName(table)}`).filter((scan) => found.includes(scan));
      expect({ statement: statement.text, scans }).toEqual({ statement: statement.text, scans: [] });
      for (const access of found) accesses.add(access);
    }
    expect([...accesses]).toEqual(expect.arrayContaining(indexes));
  });
});

it('the entitlement query is planned once for all reads', async () => {
  const { clock, config } = server.services;
  const read = prepareReadEntitlement({ database: drizzle(planner) as unknown as Database, clock, config });
  for (let reads = 0; reads < 10; reads += 1) {
    await read({ userId: busyUser.id, subscription: null, usageHoursComplete: true });
  }
  const { rows } = await planner.query(
    "select generic_plans, custom_plans from pg_prepared_statements where name = 'read_entitlement'",
  );
  // PostgreSQL plans the first five executions with their values in any case.
  expect(rows).toEqual([{ generic_plans: '5', custom_plans: '5' }]);
});

it('every foreign key has an index, so that a deletion scans no table', async () => {
  const { rows } = await planner.query(`
    select conrelid::regclass::text as "table", conname as "reference" from pg_constraint reference
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)`);
  expect(rows).toEqual([]);
});

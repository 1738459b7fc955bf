import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '@workspace/server/database/bundled/testing/data-folders';
import type { SocketLocation } from '../server/server-process.ts';

const LOOK_MS = 250;
const LIMIT_MS = 60_000;
/** At rest no job takes longer: one active for longer was started by a killed server. */
const ABANDONED_SECONDS = 8;
/** Pools close connections that have been idle for a minute. */
const LOST_SECONDS = 75;

/** Simulates a night: every payment is compared with the provider. */
export async function comparePayments(location: SocketLocation): Promise<void> {
  await ask(location, `insert into jobs.job (name, data) values ('reconcile-payments', '{}')`);
}

/**
 * Resolves once every job is done, with those that have failed for good; after a minute, also with those still open.
 * Moves time forward in the database: pending retries are due now, and jobs started by a killed server count as failed
 * immediately rather than after two minutes.
 */
export async function settleJobs(location: SocketLocation): Promise<string[]> {
  for (const until = Date.now() + LIMIT_MS; ; await delay(LOOK_MS)) {
    await ask(
      location,
      `update jobs.job set state = 'retry', start_after = now() where (state = 'retry' and start_after > now())
       or (state = 'active' and started_on < now() - interval '${ABANDONED_SECONDS} seconds')`,
    );
    const left = await ask<{ name: string; state: string; count: string }>(
      location,
      `select name, state, count(*) from jobs.job where state not in ('completed', 'cancelled') and name not like '\\_\\_pgboss%' group by name, state`,
    );
    const isOpen = left.some(({ state }) => state !== 'failed');
    if (!isOpen || Date.now() > until) return left.map(({ name, state, count }) => `${count} of ${name} ${state}`);
  }
}

/**
 * Connections unused for longer than pools keep one: they were acquired and never released. The listener for jobs may wait
 * indefinitely.
 */
export async function countLostConnections(location: SocketLocation): Promise<number> {
  const [row] = await ask<{ count: string }>(
    location,
    `select count(*) from pg_stat_activity where usename = current_user and state like 'idle%' and query not ilike 'listen%'
       and state_change < now() - interval '${LOST_SECONDS} seconds'`,
  );
  return Number(row?.count);
}

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createDatabaseIn } from '../database/bundled/testing/test-cluster.ts';
import { openDatabase } from '../database/database.ts';
import { describeError } from '../http/log.ts';
import type { Services } from '../services.ts';
import { silentLog } from '../testing/silent-log.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type JobHandlers, Jobs } from './jobs.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** Returns handlers that do nothing, except for the given one. */
function handlersWith(sendMail: JobHandlers['send-mail']): JobHandlers {
  const nothing = async () => {};
  return {
    'send-mail': sendMail,
    'resend-verification': nothing,
    'process-payment-event': nothing,
    'cancel-subscriptions': nothing,
    'reconcile-payments': nothing,
    'reconcile-subscription': nothing,
    'remove-expired': nothing,
  };
}

async function enqueueMails(count: number, { jobs, database }: Pick<Services, 'jobs' | 'database'>): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await jobs.enqueue('send-mail', { template: 'verification', registrationId: String(number) }, database);
  }
}

test('A backlog of jobs is worked off without waiting between jobs', async () => {
  const { connection, drop } = await createDatabaseIn(inject('cluster'), { template: inject('migratedDatabase') });
  const { database, close } = openDatabase(connection, () => {});
  // Waiting for a poll between jobs would take an hour.
  const jobs = new Jobs(connection, silentLog, { pollingSeconds: 3_600 });
  onTestFinished(async () => {
    await jobs.stop();
    await close();
    await drop();
  });
  await jobs.start();
  await enqueueMails(60, { jobs, database });
  const done: string[] = [];
  await jobs.work(
    handlersWith(async (mail) => {
      if ('registrationId' in mail) done.push(mail.registrationId);
    }),
  );
  await vi.waitFor(() => expect(done).toHaveLength(60), { timeout: 300_000 });
  expect(new Set(done).size).toBe(60);
});

test('A failed job is retried, without affecting others', async () => {
  await enqueueMails(8, server.services);
  const attempts: string[] = [];
  await server.services.jobs.work(
    handlersWith(async (mail) => {
      if (!('registrationId' in mail)) return;
      attempts.push(mail.registrationId);
      if (mail.registrationId === '3' && attempts.filter((id) => id === '3').length === 1) throw new Error('not now');
    }),
  );
  await vi.waitFor(() => expect(attempts).toHaveLength(9), { timeout: 300_000 });
  expect(attempts.filter((id) => id === '3')).toHaveLength(2);
});

test('Errors of the queue are logged with their code and stack', async () => {
  const logged: { err: unknown }[] = [];
  const log = Object.assign(Object.create(silentLog), { error: (line: { err: unknown }) => logged.push(line) });
  const other = await startTestServer({ sharing: server, services: { log } });
  await other.services.jobs.work(handlersWith(async () => {}));
  await other.services.database.execute(sql`alter schema jobs rename to jobs_away`);
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(5), { timeout: 300_000 });
  await other.services.database.execute(sql`alter schema jobs_away rename to jobs`);
  await other.close();
  for (const { err } of logged)
    expect(describeError(err)).toMatchObject({ code: '42P01', stack: expect.stringMatching(/^ +at /) });
});

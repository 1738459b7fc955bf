import { reportUsage } from '@workspace/contract/usage';
import { postmasterOf } from '@workspace/server/database/bundled/testing/data-folders';
import type { TestUser } from '@workspace/server/testing/test-users';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { bundledDatabaseIn, createUsers, descendantsOf, ServerProcess } from './server-process.ts';
import { BURST_USERS, type Report, readStoredUsage, secondsOf, UsageBurst } from './usage-burst.ts';

const dataDir = scratchFolder();
const database = bundledDatabaseIn(dataDir);
let server: ServerProcess;
let users: TestUser[];
/** Every report counted so far. */
const counted: Report[] = [];

beforeAll(async () => {
  server = await ServerProcess.start({ DATA_DIR: dataDir });
});

beforeEach(async () => {
  users = await createUsers(database, BURST_USERS);
});

function idsOf(reports: readonly Report[]): string[] {
  return reports.flatMap(({ entries }) => entries.map(({ id }) => id));
}

async function expectCounted(reports: readonly Report[]): Promise<void> {
  const seconds = secondsOf(reports);
  const { ids, seconds: stored } = await readStoredUsage(database);
  expect(ids.toSorted()).toEqual(idsOf(reports).toSorted());
  expect(stored).toEqual({ entries: seconds, hours: seconds, days: seconds, months: seconds });
}

/** Resends a report. Returns how many of its entries were new. */
async function sendAgain({ user, entries }: Report): Promise<number> {
  const answer = await server.call(reportUsage, { body: { entries } }, { token: user.token });
  if (!answer.ok) throw new Error(answer.errors.join(' '));
  expect(answer.data.accepted + answer.data.duplicates).toBe(entries.length);
  return answer.data.accepted;
}

describe('A server killed while dictations are reported', () => {
  test.each([10, 35, 60])('has each acknowledged one, once, after a restart (after %i)', async (count) => {
    const burst = new UsageBurst([server], users, { isPatient: false });
    await burst.untilAcknowledged(count);
    await server.kill();
    await burst.end();
    const { acknowledged, unacknowledged } = burst;
    expect(unacknowledged.length).toBeGreaterThan(0);

    server = await ServerProcess.start({ DATA_DIR: dataDir });
    counted.push(...acknowledged);
    const stored = new Set((await readStoredUsage(database)).ids);
    // A pending report was counted completely or not at all.
    const countedUnheard = unacknowledged.filter((report) => stored.has(report.entries[0]!.id));
    await expectCounted([...counted, ...countedUnheard]);

    for (const report of acknowledged) expect(await sendAgain(report)).toBe(0);
    for (const report of unacknowledged) {
      expect(await sendAgain(report)).toBe(countedUnheard.includes(report) ? 0 : report.entries.length);
    }
    counted.push(...unacknowledged);
    await expectCounted(counted);
  });
});

describe('A server whose database is killed while dictations are reported', () => {
  test.each([
    ['its main process', async () => [await postmasterOf(dataDir)]],
    ['all its processes', async () => [await postmasterOf(dataDir), ...descendantsOf(await postmasterOf(dataDir))]],
    ['a connection’s process', async () => descendantsOf(await postmasterOf(dataDir)).slice(-1)],
  ])('recovers on its own, and counts each one once (%s)', async (_, findVictims) => {
    const before = counted.length;
    const burst = new UsageBurst([server], users, { isPatient: true });
    await burst.untilAcknowledged(20);
    for (const pid of await findVictims()) process.kill(pid, 'SIGKILL');
    await burst.untilAcknowledged(60);
    const statuses = await burst.end();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(burst.unacknowledged).toEqual([]);
    counted.push(...burst.acknowledged);
    expect(counted.length - before).toBeGreaterThanOrEqual(60);
    await expectCounted(counted);
    expect(await sendAgain(burst.acknowledged[0]!)).toBe(0);
  });
});

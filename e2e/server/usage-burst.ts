import { randomUUID } from 'node:crypto';
import { reportUsage, type UsageEntry } from '@workspace/contract/usage';
import type { DatabaseLocation } from '@workspace/server/database/database';
import { openDatabase } from '@workspace/server/database/database';
import { usageDays, usageEntries, usageHours, usageMonths } from '@workspace/server/database/schema';
import { PATIENT_POOL } from '@workspace/server/testing/test-server';
import type { TestUser } from '@workspace/server/testing/test-users';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { ServerProcess } from './server-process.ts';

/** Clients that report at the same time. */
const CLIENTS = 4;
/** The number of entries in a client's reports, in turn. */
const SIZES = [1, 3, 20, 100];
/** A client switches users now and then, since a user's daily reports are limited. */
const REPORTS_PER_TURN = 8;
/** Enough users for everything a burst can report. */
export const BURST_USERS = 100;
const HOUR_MS = 3_600_000;

/** A server, or a proxy in front of several. */
type Caller = Pick<ServerProcess, 'call'>;

export interface Report {
  user: TestUser;
  entries: UsageEntry[];
}

/** Clients that report dictations continuously, each report after the response to the previous one. */
export class UsageBurst {
  readonly acknowledged: Report[] = [];
  readonly unacknowledged: Report[] = [];
  readonly #statuses = new Set<number>();
  readonly #ended: Promise<unknown>;
  #isOver = false;

  /**
   * @param servers that each client calls in turn
   * @param users who report in turn, several clients for the same one at times: `BURST_USERS` of them
   * @param isPatient whether a client resends an unacknowledged report, rather than stop
   */
  constructor(servers: readonly Caller[], users: readonly TestUser[], { isPatient }: { isPatient: boolean }) {
    this.#ended = Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => this.#report(servers, users, { isPatient, index })),
    );
  }

  async untilAcknowledged(reports: number): Promise<void> {
    const enough = vi.waitUntil(() => this.acknowledged.length >= reports, { timeout: 300_000, interval: 5 });
    // A client with an unexpected response fails immediately.
    await Promise.race([enough, this.#ended.then(() => enough)]);
  }

  /** Stops the clients; patient ones first finish their report. Resolves with the statuses of all responses. */
  async end(): Promise<Set<number>> {
    this.#isOver = true;
    await this.#ended;
    return this.#statuses;
  }

  async #report(
    servers: readonly Caller[],
    users: readonly TestUser[],
    { isPatient, index }: { isPatient: boolean; index: number },
  ): Promise<void> {
    for (let turn = index; !this.#isOver; turn += 1) {
      const user = users[Math.floor(turn / REPORTS_PER_TURN) % users.length]!;
      const report = { user, entries: makeEntries(SIZES[turn % SIZES.length] ?? 1) };
      let attempt = turn;
      const send = () => this.#send(servers[attempt++ % servers.length]!, report);
      const isAcknowledged = isPatient ? await vi.waitUntil(send, { timeout: 300_000, interval: 50 }) : await send();
      (isAcknowledged ? this.acknowledged : this.unacknowledged).push(report);
      if (!isAcknowledged) return;
    }
  }

  /** Resolves with whether the report was acknowledged. */
  async #send(server: Caller, { user, entries }: Report): Promise<boolean> {
    const answer = await server.call(reportUsage, { body: { entries } }, { token: user.token }).catch(() => undefined);
    if (answer === undefined) return false;
    this.#statuses.add(answer.status);
    if (answer.ok) return true;
    // A proxy answers 502 if its server is gone.
    if (answer.status !== 502 && (answer.status !== 503 || !Number(answer.headers.get('retry-after')))) {
      throw new Error(`A report was answered with ${answer.status}: ${answer.errors.join(' ')}`);
    }
    return false;
  }
}

function makeEntries(count: number): UsageEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    startedAt: new Date(Date.now() - (index + 1) * HOUR_MS).toISOString(),
    seconds: index + 1,
    timezone: index % 2 === 0 ? 'UTC' : 'America/New_York',
  }));
}

export function secondsOf(reports: readonly Report[]): number {
  return reports.flatMap(({ entries }) => entries).reduce((sum, { seconds }) => sum + seconds, 0);
}

export interface StoredUsage {
  /** Ids of all entries that were counted. */
  ids: string[];
  /** By entries, hours, days and months. */
  seconds: { entries: number; hours: number; days: number; months: number };
}

/** Reads what was counted, for all users together. */
export async function readStoredUsage(location: DatabaseLocation): Promise<StoredUsage> {
  const { database, close } = openDatabase(location, () => {}, PATIENT_POOL);
  try {
    const sum = sql<number>`coalesce(sum(seconds), 0)::integer`;
    const rows = await database.select({ id: usageEntries.id }).from(usageEntries);
    const [[entries], [hours], [days], [months]] = await Promise.all([
      database.select({ sum }).from(usageEntries),
      database.select({ sum }).from(usageHours),
      database.select({ sum }).from(usageDays),
      database.select({ sum }).from(usageMonths),
    ]);
    return {
      ids: rows.map(({ id }) => id),
      seconds: {
        entries: entries?.sum ?? 0,
        hours: hours?.sum ?? 0,
        days: days?.sum ?? 0,
        months: months?.sum ?? 0,
      },
    };
  } finally {
    await close();
  }
}

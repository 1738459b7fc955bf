import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '@workspace/server/database/bundled/testing/data-folders';
import { isDatabaseUnavailable } from '@workspace/server/database/database';
import type { QueryResultRow } from 'pg';
import type { SocketLocation } from '../server/server-process.ts';

const RETRY_MS = 250;
const LIMIT_MS = 30_000;

/** Asks the database on a connection of its own; again where it has none to spare, since two busy servers may hold them all. */
export async function askPatiently<Row extends QueryResultRow>(location: SocketLocation, sql: string): Promise<Row[]> {
  for (const until = Date.now() + LIMIT_MS; ; await delay(RETRY_MS)) {
    try {
      return await ask<Row>(location, sql);
    } catch (error) {
      if (Date.now() > until || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

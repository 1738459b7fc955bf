import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { BundledDatabase } from './bundled-database.ts';
import { PORT, SERVICE } from './cluster-settings.ts';

/** Of `postmaster.pid`, counted from 0: https://www.postgresql.org/docs/18/storage-file-layout.html */
const SOCKET_FOLDER_LINE = 4;
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Finds the PostgreSQL that a server runs on the data folder right now; undefined if none does. Nothing is claimed, so
 * that a server which starts meanwhile isn't hindered.
 *
 * @throws what the system says if the folder can't be read, and what PostgreSQL says if it takes no connections
 */
export async function findRunningDatabase(dataDir: string): Promise<BundledDatabase['connection'] | undefined> {
  try {
    const lock = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    const host = lock.split('\n')[SOCKET_FOLDER_LINE]?.trim();
    if (!host) return undefined;
    const connection = { host, port: PORT, user: SERVICE, database: SERVICE };
    await tryToConnect(connection);
    return connection;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOBODY_THERE.has(String(error.code))) return undefined;
    throw error;
  }
}

/** The file stays where PostgreSQL was killed, so it alone proves nothing. */
async function tryToConnect(connection: BundledDatabase['connection']): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.end();
}

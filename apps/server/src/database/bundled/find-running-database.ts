import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { BundledDatabase } from './bundled-database.ts';
import { PORT, SERVICE } from './cluster-settings.ts';

/** A line of `postmaster.pid`, counted from 0: https://www.postgresql.org/docs/18/storage-file-layout.html */
const SOCKET_FOLDER_LINE = 4;
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Finds the PostgreSQL that a server is currently running on the data folder; undefined if there is none. Claims
 * nothing, so that a server starting meanwhile isn't hindered.
 *
 * @throws the system's error if the folder can't be read, and PostgreSQL's if it doesn't accept connections
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

/** A killed PostgreSQL leaves the file behind, so the file alone proves nothing. */
async function tryToConnect(connection: BundledDatabase['connection']): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.end();
}

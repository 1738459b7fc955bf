import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, type QueryResultRow } from 'pg';
import { afterAll } from 'vitest';
import { removeInBackground } from './remove-in-background.ts';

export const runProgram = promisify(execFile);

/**
 * Creates a folder that only this user may enter, and removes it after the file's tests. Not to be called in a hook.
 */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  afterAll(() => removeInBackground(folder));
  return folder;
}

/** Copies a folder with owners, modes and links. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await runProgram('cp', ['-a', from, to]);
}

/** Runs a query on a separate connection. */
export async function ask<Row extends QueryResultRow>(connection: object, sql: string): Promise<Row[]> {
  const client = new Client(connection);
  // The server may be killed at any moment: the query then fails, and its caller sees that.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster');
}

/** Reads the process id of the PostgreSQL that is running on a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

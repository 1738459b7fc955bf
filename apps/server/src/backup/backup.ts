import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { getTableName, is } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { connectionOptions, type DatabaseLocation } from '../database/database.ts';
import { MIGRATIONS } from '../database/migrate.ts';
import * as schema from '../database/schema.ts';
import { QUEUE_NAMES } from '../jobs/queues.ts';

/** The backup or restore can't be done. The message is one plain line. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const FORMAT = 1;
/** How COPY ends its rows; no row looks like it. */
const END_OF_ROWS = '\\.';
const NEWLINE = 0x0a;
/** Rows are passed on in pieces of roughly this size. */
const PIECE_BYTES = 65_536;

const headSchema = z.object({ format: z.literal(FORMAT), migration: z.number() });
const partSchema = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.literal(true) }),
]);

/**
 * The tables left out: counters of attempts may be lost, and a trigger rebuilds the hourly totals as dictations are
 * restored.
 */
const LEFT_OUT: readonly PgTable[] = [schema.rateLimits, schema.usageHours];
/** Every other table of ours, starting with those that others refer to. The waiting jobs come after them. */
const TABLES = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .filter((table) => !LEFT_OUT.includes(table))
  .toSorted((one, other) => depthOf(one) - depthOf(other))
  .map((table) => ({ name: `public.${getTableName(table)}`, rows: '' }));
const JOBS = {
  name: 'jobs.job',
  rows: `where state in ('created', 'retry', 'active') and name in (${QUEUE_NAMES.map((name) => `'${name}'`).join()})`,
};

/**
 * Writes everything that a database holds into a file, as of one moment, while servers keep running: gzip over one line
 * of JSON per table, followed by its rows as COPY returns them. The file gets its name once it is complete.
 *
 * @throws BackupError if the file already exists
 */
export async function writeBackup(location: DatabaseLocation, file: string): Promise<void> {
  if (await isThere(file)) throw new BackupError(`${file} is there already. Choose another name.`);
  const partial = `${file}.partial`;
  try {
    await withClient(location, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      await pipeline(writeParts(client), createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }));
    });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* writeParts(client: pg.Client): AsyncGenerator<string | Buffer> {
  const { rows } = await client.query('select max(created_at)::float8 as migration from drizzle.__drizzle_migrations');
  yield `${JSON.stringify({ format: FORMAT, ...rows[0] })}\n`;
  for (const { name, rows: which } of [...TABLES, JOBS]) {
    const columns = await columnsOf(client, name);
    yield `${JSON.stringify({ table: name, columns })}\n`;
    yield* client.query(copyTo(`copy (select ${listOf(columns)} from ${name} ${which}) to stdout`));
    yield `${END_OF_ROWS}\n`;
  }
  yield `${JSON.stringify({ end: true })}\n`;
}

/**
 * Fills a database from a backup, completely or not at all. Its tables and queues must exist and be empty. Columns that
 * a backup of an older version lacks get their defaults.
 *
 * @throws BackupError if the file isn't a backup, is incomplete or comes from a newer version, or if the database isn't
 *   empty
 */
export async function restoreBackup(location: DatabaseLocation, file: string): Promise<void> {
  await withClient(location, async (client) => {
    await client.query('begin');
    for (const { name } of TABLES) {
      const { rowCount } = await client.query(`select from ${name} limit 1`);
      if (rowCount) throw new BackupError('This database already contains data. Restore into a new DATA_DIR.');
    }
    try {
      await readParts(client, linesOf(createReadStream(file).pipe(createGunzip())));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (error instanceof z.ZodError || error instanceof SyntaxError || /^Z_|^ERR_STREAM/.test(code)) {
        throw new BackupError(`${file} is no backup, or isn't whole.`, { cause: error });
      }
      throw error;
    }
    await client.query('commit');
  });
}

async function readParts(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<void> {
  const { migration } = headSchema.parse(await nextJson(lines));
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
  if (!known.includes(migration)) throw new BackupError('The backup was made by a newer version of this program.');
  for (;;) {
    const part = partSchema.parse(await nextJson(lines));
    if ('end' in part) return;
    const { name } = [...TABLES, JOBS].find(({ name }) => name === part.table) ?? {};
    if (name === undefined)
      throw new BackupError(`The backup contains a table unknown to this program: ${part.table}.`);
    const copying = client.query(copyFrom(`copy ${name} (${listOf(part.columns)}) from stdin`));
    await pipeline(Readable.from(rowsOf(lines)), copying);
    await continueIdentity(client, name);
  }
}

/** Makes the numbers of new rows continue after the existing ones. */
async function continueIdentity(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    'select column_name as column from information_schema.columns where table_schema || $2 || table_name = $1 and is_identity = $3',
    [name, '.', 'YES'],
  );
  for (const { column } of rows) {
    const id = pg.escapeIdentifier(column);
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${id}), 0) + 1 from ${name}), false)`,
      [name, column],
    );
  }
}

/** Returns the length of the longest chain of foreign keys that starts at the table. */
function depthOf(table: PgTable): number {
  return Math.max(0, ...getTableConfig(table).foreignKeys.map((key) => 1 + depthOf(key.reference().foreignTable)));
}

async function columnsOf(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select column_name as column from information_schema.columns
     where table_schema || '.' || table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [name],
  );
  return rows.map(({ column }) => column);
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join();
}

async function nextJson(lines: AsyncGenerator<Buffer>): Promise<unknown> {
  const { value, done } = await lines.next();
  return JSON.parse(done ? '' : String(value));
}

/** Yields the rows up to their end, in pieces. */
async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new SyntaxError('The rows are incomplete.');
    const isEnd = value.toString('latin1') === END_OF_ROWS;
    if (!isEnd) {
      piece.push(value, Buffer.of(NEWLINE));
      bytes += value.length + 1;
    }
    if (piece.length > 0 && (isEnd || bytes >= PIECE_BYTES)) {
      yield Buffer.concat(piece);
      piece = [];
      bytes = 0;
    }
    if (isEnd) return;
  }
}

/** Yields lines without their terminators, as bytes: only a line feed ends a line here. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
}

async function withClient(location: DatabaseLocation, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connectionOptions(location));
  client.on('error', () => {});
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

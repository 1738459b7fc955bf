import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

/** Where a PostgreSQL is: a URL, or a socket's folder. */
export type DatabaseLocation = { url: string } | { host: string; port?: number; user: string; database: string };

const POOL = {
  maxConnections: 16,
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 60_000,
  statementTimeoutMs: 15_000,
  idleInTransactionTimeoutMs: 15_000,
} as const;

const SETTINGS = { schema, casing: 'snake_case' } as const;

export type Database = NodePgDatabase<typeof schema>;
/** A database, or a transaction on it. */
export type Connection = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'query'>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A pool's connections: in total, unused, and the calls that wait for one. */
export type ConnectionCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface DatabaseHandle {
  readonly database: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a call waits for a connection, and for a statement to finish. */
export type PoolLimits = Record<'connectTimeoutMs' | 'statementTimeoutMs', number>;

/** Opens a pool of connections, which are made when needed. `onLoss` is called when an idle connection breaks. */
export function openDatabase(
  location: DatabaseLocation,
  onLoss: (error: Error) => void,
  limits: PoolLimits = POOL,
): DatabaseHandle {
  const pool = new pg.Pool({
    ...connectionOptions(location),
    max: POOL.maxConnections,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    idleTimeoutMillis: POOL.idleTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    idle_in_transaction_session_timeout: POOL.idleInTransactionTimeoutMs,
    keepAlive: true,
  });
  // A connection that breaks between two statements of a transaction emits an error event too, which would end the
  // process without a listener. The next statement rejects anyway.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // Connections that were just closed may still report that the database shut down after them.
  pool.on('error', (error) => pool.ending || onLoss(error));
  const database = drizzle(pool, SETTINGS);
  database.transaction = transactionsOn(pool);
  return { database, pool, close: () => pool.end() };
}

/**
 * Returns transactions that always give their connection back. Drizzle's own keep one whose `begin` fails, for example
 * because it broke while idle: after a few of these there would be none left.
 */
function transactionsOn(pool: pg.Pool): Database['transaction'] {
  const databases = new WeakMap<pg.PoolClient, Database>();
  return async (run, config) => {
    const client = await pool.connect();
    try {
      const database = databases.get(client) ?? drizzle(client, SETTINGS);
      databases.set(client, database);
      return await database.transaction(run, config);
    } finally {
      // A broken one isn't reused.
      client.release();
    }
  };
}

/** Returns the location as options for `pg`. */
export function connectionOptions(location: DatabaseLocation) {
  return 'url' in location ? { connectionString: location.url } : location;
}

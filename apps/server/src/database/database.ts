import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

/** Where a PostgreSQL is: an address, or a socket's folder. */
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

/** Connections of a pool: in all, unused, and how many calls wait for one. */
export type ConnectionCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface DatabaseHandle {
  readonly database: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** How long a call waits for a connection, and for a statement to end. */
export type PoolLimits = Record<'connectTimeoutMs' | 'statementTimeoutMs', number>;

/** Opens a pool of connections; they are made when they are needed. `onLoss` is called for idle connections that broke. */
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
  // One that breaks between two statements of a transaction emits an error event too, which would end the process without
  // a listener. The next statement rejects anyway.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // Connections that were just closed may still hear that the database ends after them.
  pool.on('error', (error) => pool.ending || onLoss(error));
  const database = drizzle(pool, SETTINGS);
  database.transaction = transactionsOn(pool);
  return { database, pool, close: () => pool.end() };
}

/**
 * Transactions that always give their connection back. Drizzle's own keep one whose `begin` fails, as when it broke while
 * idle: after a few of these there would be none left.
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
      // One that is broken is not used again.
      client.release();
    }
  };
}

/** The same place, as `pg` takes it. */
export function connectionOptions(location: DatabaseLocation) {
  return 'url' in location ? { connectionString: location.url } : location;
}

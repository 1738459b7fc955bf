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

/** Opens a pool of connections; they are made when they are needed. `onLoss` is told of idle connections that broke. */
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
  // One that breaks between two statements of a transaction tells it as an event too, and nobody's ends the process: the
  // next statement rejects.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // Connections that were just closed may still hear that the database ends after them.
  pool.on('error', (error) => pool.ending || onLoss(error));
  const database = drizzle(pool, SETTINGS);
  database.transaction = transactionsOn(pool);
  return { database, pool, close: () => pool.end() };
}

/**
 * Transactions that always give their connection back. Drizzle's own keep one whose `begin` fails, as where it broke while
 * nobody used it: after a few of these there would be none left.
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

/** Conditions of PostgreSQL under which it can't be used just now: classes 08, 53, 57P, and a statement that took too long. */
const UNAVAILABLE_STATES = /^(08|53|57P|57014)/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether an error says that the database is away, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE_STATES.test(code) ||
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}

/** What PostgreSQL says where it lets nobody in, or lets them do too little; undefined for any other error. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isRefusal = error instanceof pg.DatabaseError && /^(28|3D|42501)/.test(error.code ?? '');
  return isRefusal ? error.message : refusalOf(error.cause);
}

const CERTIFICATE_CODES =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT.*)|CERT_.+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Why the database's certificate can't be trusted; undefined for any other error. */
export function certificateProblemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isProblem = 'code' in error && CERTIFICATE_CODES.test(String(error.code));
  return isProblem ? error.message : certificateProblemOf(error.cause);
}

/** Whether text was to be looked for or stored that PostgreSQL can't hold, since there is a null character in it. */
export function isTextUnstorable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '22021') || isTextUnstorable(error.cause);
}

const OWNER_KEY = /_(user_id_users|session_id_sessions)_id_fk$/;

/** Whether a row was to belong to a user, or to a session, that is not there any more. */
export function isOwnerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & Partial<Record<'code' | 'constraint', unknown>>;
  return (code === '23503' && OWNER_KEY.test(String(constraint))) || isOwnerGone(error.cause);
}

/** Whether a lock was waited for in vain (`lock_not_available`, as PostgreSQL calls it). */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '55P03') || isLockTimeout(error.cause);
}

import pg from 'pg';

/**
 * PostgreSQL conditions that may be over a moment later: classes 08, 53 and 57P, a statement that took too long, and
 * one that was aborted because of a deadlock.
 */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|40P01)/;
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

/** Returns whether an error means that the database can't answer right now, rather than that a query is wrong. */
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

/**
 * Returns PostgreSQL's message if it refuses a connection or a permission is missing; undefined for any other error.
 */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isRefusal = error instanceof pg.DatabaseError && /^(28|3D|42501)/.test(error.code ?? '');
  return isRefusal ? error.message : refusalOf(error.cause);
}

const CERTIFICATE_CODES =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT.*)|CERT_.+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Returns why the database's certificate can't be trusted; undefined for any other error. */
export function certificateProblemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isProblem = 'code' in error && CERTIFICATE_CODES.test(String(error.code));
  return isProblem ? error.message : certificateProblemOf(error.cause);
}

/** Returns whether text was queried or stored that PostgreSQL can't hold, because it contains a null character. */
export function isTextUnstorable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '22021') || isTextUnstorable(error.cause);
}

const OWNER_KEY = /_(user_id_users|session_id_sessions)_id_fk$/;

/** Returns whether a row referred to a user or a session that no longer exists. */
export function isOwnerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & Partial<Record<'code' | 'constraint', unknown>>;
  return (code === '23503' && OWNER_KEY.test(String(constraint))) || isOwnerGone(error.cause);
}

/** Returns whether waiting for a lock took too long (PostgreSQL's `lock_not_available`). */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '55P03') || isLockTimeout(error.cause);
}

/** Explains in one plain line why an existing database can't be used and what to do; undefined for any other error. */
export function explainRefusal(error: unknown): string | undefined {
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    return `The database in DATABASE_URL refuses: ${refusal}. Check the address and its user's permissions.`;
  }
  const problem = certificateProblemOf(error);
  if (problem !== undefined) {
    return `The certificate of the database in DATABASE_URL can't be trusted: ${problem}. Set sslrootcert to its authority.`;
  }
  return undefined;
}

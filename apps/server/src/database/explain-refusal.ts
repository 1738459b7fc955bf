import { certificateProblemOf, refusalOf } from './database.ts';

/** Says in one plain line why a database that is there can't be used, and what to do; undefined for any other error. */
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

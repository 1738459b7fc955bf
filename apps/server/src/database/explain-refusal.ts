import { certificateProblemOf, refusalOf } from './database.ts';

/** Says in one plain line why a database that is there can't be used, and what to do; undefined for any other error. */
export function explainRefusal(error: unknown): string | undefined {
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    return `The database of DATABASE_URL refuses: ${refusal}. Check the address, and what its user may do.`;
  }
  const problem = certificateProblemOf(error);
  if (problem !== undefined) {
    return `The certificate of the database of DATABASE_URL cannot be trusted: ${problem}. Name its authority by sslrootcert.`;
  }
  return undefined;
}

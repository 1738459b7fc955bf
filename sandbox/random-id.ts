import { randomBytes } from 'node:crypto';

/** An id as the providers make them: a prefix that says what it is of, and random letters. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, '0')}`;
}

import { randomBytes } from 'node:crypto';

/** An id as OpenAI makes them: what it is of, and random letters. */
export function shortId(of: string): string {
  return `${of}_${randomBytes(12).toString('base64url').replace(/[-_]/g, '0')}`;
}

import { randomBytes } from 'node:crypto';

/** An id in the providers' style: a prefix for the kind of object, then random characters. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, '0')}`;
}

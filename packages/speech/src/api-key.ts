import { z } from 'zod';

/**
 * A provider's API key, which may be empty; read without the space around it. Messages go on after the name of whatever
 * held the key. They don't repeat it, for it is a secret.
 */
export const apiKeySchema = z
  .string()
  .trim()
  .regex(
    /^[\x21-\x7e]*$/,
    'contains a character that doesn’t belong there, such as a space or a line break. Copy the API key again.',
  );

/** The header that carries a key, alone if there is no scheme. Without a key there is none. */
export function authorizationHeader(scheme: 'Bearer' | 'Token' | '', key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `${scheme} ${key}`.trim() };
}

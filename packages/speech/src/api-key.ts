import { z } from 'zod';

/**
 * A provider's API key, which may be empty; surrounding whitespace is removed. Messages continue the name of the
 * setting that held the key. They don't repeat the key, since it is a secret.
 */
export const apiKeySchema = z
  .string()
  .trim()
  .regex(
    /^[\x21-\x7e]*$/,
    'contains a character that doesn’t belong there, such as a space or a line break. Copy the API key again.',
  );

/** Returns the header for a key, without a prefix if `scheme` is empty. No header if the key is empty. */
export function authorizationHeader(scheme: 'Bearer' | 'Token' | '', key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `${scheme} ${key}`.trim() };
}

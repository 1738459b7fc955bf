import { z } from 'zod';

/**
 * The base address of a speech provider, up to and including `/v1` or its like; read without slashes at its end. Messages
 * go on after the name of whatever held the address. They don't repeat it, for it may hold a secret.
 */
export const baseUrlSchema = z
  .url({ protocol: /^https?$/, normalize: true, error: 'must start with http:// or https://.' })
  .refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), 'can’t contain a user name or password.')
  .refine((url) => !/[?#]/.test(url), 'can’t contain ? or #.')
  .transform((url) => url.replace(/\/+$/, ''));

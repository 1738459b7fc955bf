import { z } from 'zod';

/**
 * The base URL of a speech provider, up to and including `/v1` or the like; trailing slashes are removed. Messages
 * continue the name of the setting that held the URL. They don't repeat the URL, since it may contain a secret.
 */
export const baseUrlSchema = z
  .url({ protocol: /^https?$/, normalize: true, error: 'must start with http:// or https://.' })
  .refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), 'can’t contain a user name or password.')
  .refine((url) => !/[?#]/.test(url), 'can’t contain ? or #.')
  .transform((url) => url.replace(/\/+$/, ''));

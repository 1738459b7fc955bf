import { MINUTE_MS } from '../clock.ts';
import type { Services } from '../services.ts';
import { makeOneTimeToken } from './one-time-tokens.ts';

export const SETUP_TOKEN_MS = 5 * MINUTE_MS;

/** Makes a token with which an app can be linked to the account, once. */
export function generateSetupToken({ clock, database }: Services, userId: string): Promise<string> {
  return makeOneTimeToken(database, clock, { purpose: 'setup', userId, lifetimeMs: SETUP_TOKEN_MS });
}

import { MINUTE_MS } from '../clock.ts';
import type { Services } from '../services.ts';
import type { Caller } from './authenticate.ts';
import { makeOneTimeToken } from './one-time-tokens.ts';

export const SETUP_TOKEN_MS = 5 * MINUTE_MS;

/**
 * Makes a token with which an app can be linked to the account, once, as long as the session lasts that asks for it. Where that ends
 * meanwhile, the database refuses the row, which is answered as `session-ended`.
 */
export function generateSetupToken(
  { clock, database }: Services,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<string> {
  return makeOneTimeToken(database, clock, { purpose: 'setup', userId, sessionId, lifetimeMs: SETUP_TOKEN_MS });
}

import { addMs, MINUTE_MS } from '../clock.ts';
import { oneTimeTokens } from '../database/schema.ts';
import { hashToken, newToken } from '../secrets/keys.ts';
import type { Services } from '../services.ts';

export const SETUP_TOKEN_MS = 5 * MINUTE_MS;

/** Makes a token with which an app can be linked to the account, once. Only its hash is kept. */
export async function generateSetupToken({ clock, database }: Services, userId: string): Promise<string> {
  const token = newToken();
  await database.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    purpose: 'setup',
    userId,
    expiresAt: addMs(clock.now(), SETUP_TOKEN_MS),
  });
  return token;
}

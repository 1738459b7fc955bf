import type { Device } from '@workspace/contract/auth';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { MINUTE_MS } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import type { Caller } from './authenticate.ts';
import { lockUserOfToken, makeOneTimeToken, redeemOneTimeToken } from './one-time-tokens.ts';
import { type LiveSession, startSession } from './sessions.ts';

export const SETUP_TOKEN_MS = 5 * MINUTE_MS;

/**
 * Makes a token that links an app to the account, once, as long as the session that requests it lasts. If that session
 * ends meanwhile, the database refuses the row, which is answered with `session-ended`.
 */
export function generateSetupToken(
  { clock, database }: Services,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<string> {
  return makeOneTimeToken(database, clock, { purpose: 'setup', userId, sessionId, lifetimeMs: SETUP_TOKEN_MS });
}

/**
 * Begins a device's session using a setup token, and mails the user, unless several such emails were sent today.
 *
 * @throws Failure `invalid-setup-token`
 */
export async function exchangeSetupToken(
  services: Services,
  { setupToken, device }: { setupToken: string; device: Device },
): Promise<LiveSession> {
  const { clock, database, jobs, rateLimits } = services;
  return database.transaction(async (transaction) => {
    await lockUserOfToken(transaction, setupToken, 'share');
    const userId = await redeemOneTimeToken(transaction, clock, { purpose: 'setup', token: setupToken });
    if (userId === undefined) throw new Failure('invalid-setup-token');
    const session = await startSession(transaction, services, { ...device, userId, kind: 'device' });
    const { sessionId } = session;
    const event = { actor: 'user', action: 'device-linked', userId, subjectId: sessionId } as const;
    await recordAuditEvent(transaction, clock, event);
    if (!(await rateLimits.countForAccount('newSignInMail', userId, transaction))) {
      await jobs.enqueue('send-mail', { template: 'new-sign-in', userId, sessionId }, transaction);
    }
    return session;
  });
}

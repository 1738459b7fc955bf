import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Services } from '../services.ts';
import { endSession, readRefreshToken } from './sessions.ts';

/**
 * Ends the session of a browser's refresh token, even if the token has been replaced. Does nothing if there is none.
 */
export async function signBrowserOut(
  { clock, keys, database }: Services,
  refreshToken: string | undefined,
): Promise<void> {
  const claim = refreshToken === undefined ? undefined : readRefreshToken(keys, refreshToken);
  if (claim === undefined) return;
  await database.transaction(async (transaction) => {
    const userId = await endSession(transaction, claim.sessionId);
    if (userId === undefined) return;
    const event = { actor: 'user', action: 'signed-out', userId, subjectId: claim.sessionId } as const;
    await recordAuditEvent(transaction, clock, event);
  });
}

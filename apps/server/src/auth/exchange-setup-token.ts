import type { Device } from '@workspace/contract/auth';
import { and, eq, gt } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { oneTimeTokens } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import { hashToken } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import { type LiveSession, startSession } from './sessions.ts';

/**
 * Begins a device's session by a setup token, and tells the user by mail.
 *
 * @throws Failure `invalid-setup-token`
 */
export async function exchangeSetupToken(
  services: Services,
  { setupToken, device }: { setupToken: string; device: Device },
): Promise<LiveSession> {
  const { clock, database, jobs } = services;
  return database.transaction(async (transaction) => {
    // One statement: of two that bring the same token only one finds it.
    const [used] = await transaction
      .delete(oneTimeTokens)
      .where(
        and(
          eq(oneTimeTokens.tokenHash, hashToken(setupToken)),
          eq(oneTimeTokens.purpose, 'setup'),
          gt(oneTimeTokens.expiresAt, clock.now()),
        ),
      )
      .returning({ userId: oneTimeTokens.userId });
    if (used === undefined) throw new Failure('invalid-setup-token');
    const { userId } = used;
    const session = await startSession(transaction, services, { ...device, userId, kind: 'device' });
    const { sessionId } = session;
    const event = { actor: 'user', action: 'device-linked', userId, subjectId: sessionId } as const;
    await recordAuditEvent(transaction, clock, event);
    await jobs.enqueue('send-mail', { template: 'new-sign-in', userId, sessionId }, transaction);
    return session;
  });
}

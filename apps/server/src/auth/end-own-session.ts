import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { endSession } from './sessions.ts';

/**
 * Signs out one of a user's browsers or devices.
 *
 * @throws Failure `not-found` if the user has no such session
 */
export async function endOwnSession(
  { clock, database }: Services,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const ended = await endSession(transaction, sessionId, userId);
    if (ended === undefined) throw new Failure('not-found');
    const event = { actor: 'user', action: 'session-ended', userId, subjectId: sessionId } as const;
    await recordAuditEvent(transaction, clock, event);
  });
}

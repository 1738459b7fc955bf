import type { Clock } from '../clock.ts';
import type { Connection } from '../database/database.ts';
import { auditEvents } from '../database/schema.ts';

export type AuditAction =
  | 'registered'
  | 'email-verified'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-in-with-google'
  | 'google-linked'
  | 'signed-out'
  | 'session-ended'
  | 'refresh-token-reused'
  | 'device-linked'
  | 'reset-link-made'
  | 'password-reset'
  | 'verification-resent'
  | 'license-granted'
  | 'license-revoked'
  | 'plan-changed'
  | 'account-exported'
  | 'account-read'
  | 'payments-read'
  | 'account-deleted';

/** Someone who works in support, by name. */
export interface Support {
  operator: string;
}

export interface AuditEvent {
  actor: 'user' | 'system' | Support;
  action: AuditAction;
  /** The account concerned, if known. */
  userId?: string;
  /** What it was done to, for example a session's id. Never an address. */
  subjectId?: string;
}

/** Records who did what, in the same transaction as the action. */
export async function recordAuditEvent(
  connection: Connection,
  clock: Clock,
  { actor, action, userId, subjectId }: AuditEvent,
): Promise<void> {
  const who = typeof actor === 'string' ? { actor } : { actor: 'support' as const, operator: actor.operator };
  await connection
    .insert(auditEvents)
    .values({ at: clock.now(), ...who, action, userId: userId ?? null, subjectId: subjectId ?? null });
}

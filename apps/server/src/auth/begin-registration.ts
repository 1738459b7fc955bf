import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { addMs, DAY_MS } from '../clock.ts';
import type { Connection, Transaction } from '../database/database.ts';
import { registrations, users } from '../database/schema.ts';
import type { Services } from '../services.ts';

/** Lifetime of an attempt to register. */
export const REGISTRATION = {
  /** How long its confirmation link works. */
  linkMs: DAY_MS,
  /** How long it is kept after that, so that a new link can be requested. */
  keptMs: 30 * DAY_MS,
} as const;

/** What will open the account once the address is verified: a password or an external account. */
export type RegisteredCredential = { passwordHash: string } | { issuer: string; subject: string };

/**
 * Begins to register an address, known or not. Only an email tells the outcome: it holds the link that verifies the
 * address, or says that there is already an account. A verified account stays as it is, but the attempt is recorded all
 * the same, so that signing in with it gets the same answer as for a new address.
 */
export async function beginRegistration(
  transaction: Transaction,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  email: string,
  credential: RegisteredCredential,
): Promise<void> {
  const now = clock.now();
  // One statement, so that registering an address twice at the same time creates one account. The no-op update locks
  // the row: the account is neither verified nor deleted until this attempt is recorded.
  const [user] = await transaction
    .insert(users)
    .values({ id: randomUUID(), email, createdAt: now })
    .onConflictDoUpdate({ target: users.email, set: { email: sql`excluded.email` } })
    .returning({ id: users.id, emailVerifiedAt: users.emailVerifiedAt });
  if (user === undefined) throw new Error('The database returned no user.');
  const isVerified = user.emailVerifiedAt !== null;
  const registrationId = await addRegistration(transaction, now, user.id, credential);
  if (!isVerified) {
    const event = { actor: 'user', action: 'registered', userId: user.id, subjectId: registrationId } as const;
    await recordAuditEvent(transaction, clock, event);
  }
  const template = isVerified ? 'already-registered' : 'verification';
  await jobs.enqueue('send-mail', { template, registrationId }, transaction);
}

/** Records an attempt, with its own link. Returns its id. */
export async function addRegistration(
  connection: Connection,
  now: Date,
  userId: string,
  credential: { passwordHash?: string | null; issuer?: string | null; subject?: string | null },
): Promise<string> {
  const id = randomUUID();
  await connection.insert(registrations).values({
    id,
    userId,
    passwordHash: credential.passwordHash ?? null,
    issuer: credential.issuer ?? null,
    subject: credential.subject ?? null,
    createdAt: now,
    expiresAt: addMs(now, REGISTRATION.linkMs),
  });
  return id;
}

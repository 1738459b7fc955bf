import { eq, or, sql } from 'drizzle-orm';
import { recordAuditEvent, type Support } from '../audit/record-audit-event.ts';
import { endAllSessions } from '../auth/sessions.ts';
import type { Transaction } from '../database/database.ts';
import { isLockTimeout } from '../database/database-errors.ts';
import { purchases, subscriptions, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import { sealText } from '../secrets/sealed-text.ts';
import type { Services } from '../services.ts';

/**
 * How long the deletion waits for a row locked by another call before it releases its own locks and starts over. Far
 * less than the second after which PostgreSQL looks for deadlocks, so that it is never another call that is aborted.
 */
const LOCK_TIMEOUT_MS = 200;
const MAX_ATTEMPTS = 10;

type DeletionServices = Pick<Services, 'clock' | 'database' | 'jobs' | 'keys'>;

/**
 * Deletes an account and everything about it. What was paid stays on record, without user or address, and so do the ids
 * in the audit. Jobs cancel running subscriptions at the provider, and an email confirms the deletion.
 *
 * @returns whether there was such an account
 * @throws Failure `unavailable` if other calls keep the account locked for too long
 */
export async function deleteAccount(
  services: DeletionServices,
  account: { userId: string; actor: 'user' | Support },
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.database.transaction((transaction) => deleteWithin(transaction, services, account));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Failure('unavailable', { cause: error });
    }
  }
}

async function deleteWithin(
  transaction: Transaction,
  { clock, jobs, keys }: DeletionServices,
  { userId, actor }: { userId: string; actor: 'user' | Support },
): Promise<boolean> {
  await transaction.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
  const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for('update');
  if (user === undefined) return false;
  for (const customerId of await customersOf(transaction, user)) {
    await jobs.enqueue('cancel-subscriptions', { customerId }, transaction);
  }
  // Nobody has proved that an unverified address is theirs: no email is sent, and what was paid for it may be someone
  // else's.
  if (user.emailVerifiedAt !== null) {
    const sealedAddress = await sealText(keys, user.email);
    await jobs.enqueue('send-mail', { template: 'account-deleted', sealedAddress }, transaction);
    await transaction
      .update(purchases)
      .set({ email: null })
      .where(or(eq(purchases.userId, userId), eq(purchases.email, user.email)));
  }
  await recordAuditEvent(transaction, clock, { actor, action: 'account-deleted', userId });
  // First, since whoever ends a session locks it before its setup tokens; the cascade would lock the tokens first.
  await endAllSessions(transaction, userId);
  await transaction.delete(users).where(eq(users.id, userId));
  return true;
}

/**
 * Finds the customers at the payment provider under which the user has paid: the one we created, and those from payment
 * links.
 */
async function customersOf(
  transaction: Transaction,
  { id, customerId }: { id: string; customerId: string | null },
): Promise<Set<string>> {
  const subscribed = await transaction
    .select({ customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, id));
  const bought = await transaction
    .select({ customerId: purchases.customerId })
    .from(purchases)
    .where(eq(purchases.userId, id));
  const all = [customerId, ...[...subscribed, ...bought].map((row) => row.customerId)];
  return new Set(all.filter((customer) => customer !== null));
}

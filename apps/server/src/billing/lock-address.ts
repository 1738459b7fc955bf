import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../database/database.ts';
import { users } from '../database/schema.ts';

/**
 * Makes a payment for an address and the verification of that address take turns: at the same time, each would miss
 * what the other writes, and the license would never be claimed. The account's row, if it exists, is locked first, as
 * in verification.
 */
export async function lockAddress(transaction: Transaction, email: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.email, email)).for('no key update');
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`purchases of ${email}`}, 0))`);
}

import { eq } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { users } from '../database/schema.ts';
import { AdminError } from './admin-error.ts';

export type Account = typeof users.$inferSelect;

/**
 * Finds an account by its address or its id.
 *
 * @throws AdminError if there is no such account
 */
export async function findAccount(connection: Connection, emailOrId: string): Promise<Account> {
  const [account] = await connection
    .select()
    .from(users)
    .where(eq(emailOrId.includes('@') ? users.email : users.id, emailOrId));
  if (account === undefined) throw new AdminError(`There is no account for ${emailOrId}.`);
  return account;
}

/** Finds an account and keeps it from being deleted until the transaction ends. Throws like `findAccount`. */
export async function lockAccount(connection: Connection, email: string): Promise<Account> {
  await connection.select({ id: users.id }).from(users).where(eq(users.email, email)).for('key share');
  return findAccount(connection, email);
}

import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { registrations, users } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { beginRegistration } from './begin-registration.ts';
import { refuseCommonPassword } from './common-passwords.ts';

/**
 * Registers an address with a password. Does the same work whether or not the address is known.
 *
 * @throws Failure `invalid-input` if the password is a common one
 */
export async function register(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { database, passwords } = services;
  await refuseCommonPassword(password);
  const passwordHash = await passwords.hash(password, await findHash(database, email));
  await database.transaction((transaction) => beginRegistration(transaction, services, email, { passwordHash }));
}

/** Finds a hash for the address: its account's, else that of the newest attempt to register. */
async function findHash(database: Database, email: string): Promise<string | null> {
  const [found] = await database
    .select({ hash: sql<string | null>`coalesce(${users.passwordHash}, ${registrations.passwordHash})` })
    .from(users)
    .leftJoin(registrations, and(eq(registrations.userId, users.id), isNotNull(registrations.passwordHash)))
    .where(eq(users.email, email))
    .orderBy(desc(registrations.createdAt))
    .limit(1);
  return found?.hash ?? null;
}

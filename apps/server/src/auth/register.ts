import type { Services } from '../services.ts';
import { beginRegistration } from './begin-registration.ts';

/**
 * Registers an address with a password. The same work, whether or not the address is known.
 *
 * @throws Failure `busy`
 */
export async function register(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { database, passwords } = services;
  const passwordHash = await passwords.hash(password);
  await database.transaction((transaction) => beginRegistration(transaction, services, email, { passwordHash }));
}

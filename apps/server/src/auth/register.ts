import type { Services } from '../services.ts';
import { beginRegistration } from './begin-registration.ts';

/**
 * Registers an address with a password. The same work, whether or not the address is known.
 *
 * @throws Failure `too-many-requests`, `busy`
 */
export async function register(
  services: Services,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<void> {
  const { database, passwords, rateLimits } = services;
  await rateLimits.count('register', 'address', address);
  await rateLimits.count('register', 'account', email);
  const passwordHash = await passwords.hash(password);
  await database.transaction((transaction) => beginRegistration(transaction, services, email, { passwordHash }));
}

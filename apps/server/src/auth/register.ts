import type { Services } from '../services.ts';
import { beginRegistration } from './begin-registration.ts';
import { refuseCommonPassword } from './common-passwords.ts';

/**
 * Registers an address with a password. The same work, whether or not the address is known.
 *
 * @throws Failure `invalid-input` where the password is a common one, `busy`
 */
export async function register(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { database, passwords } = services;
  await refuseCommonPassword(password);
  const passwordHash = await passwords.hash(password);
  await database.transaction((transaction) => beginRegistration(transaction, services, email, { passwordHash }));
}

import { deleteAccount } from '../account/delete-account.ts';
import { AdminError } from './admin-error.ts';
import { findAccount } from './find-account.ts';
import type { Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Deletes an account, just as its user could.
 *
 * @param confirm asks for the address once more, and returns what was typed
 * @throws AdminError if there is no such account, or a different address was typed
 */
export async function removeAccount(
  services: SupportServices,
  email: string,
  confirm: (question: string) => Promise<string>,
): Promise<Report> {
  const { id: userId } = await findAccount(services.database, email);
  const typed = await confirm(`This deletes the account and everything stored about it. Type ${email} to continue: `);
  if (typed.trim().toLowerCase() !== email) throw new AdminError("That isn't the address. Nothing was deleted.");
  const isDeleted = await deleteAccount(services, { userId, actor: services });
  if (!isDeleted) throw new AdminError(`There is no account for ${email}.`);
  return { text: `The account for ${email} is deleted.`, data: { id: userId } };
}

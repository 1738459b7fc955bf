import { makePasswordResetLink, RESET_LINK_MS } from '../auth/reset-password.ts';
import { HOUR_MS } from '../clock.ts';
import { AdminError } from './admin-error.ts';
import { lockAccount } from './find-account.ts';
import type { Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Makes a link for a user to set a new password. It can't be shown again.
 *
 * @throws AdminError if there is no such account, or it isn't verified
 */
export async function makeResetLink(services: SupportServices, email: string): Promise<Report> {
  const link = await services.database.transaction(async (transaction) => {
    const { id, emailVerifiedAt } = await lockAccount(transaction, email);
    if (emailVerifiedAt === null) {
      throw new AdminError(
        `${email} isn't verified yet. Its verification link also sets the password, so use resend-verification.`,
      );
    }
    return makePasswordResetLink(transaction, services, id, services);
  });
  const text = `${link}\nIt works once, for ${RESET_LINK_MS / HOUR_MS} hours. Send it to ${email} and nobody else.`;
  return { text, data: { email, link } };
}

import { resendVerification as sendNewLink } from '../email/resend-verification.ts';
import { AdminError } from './admin-error.ts';
import { findAccount } from './find-account.ts';
import type { Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

/**
 * Mails a new link to an address that is waiting to be verified.
 *
 * @throws AdminError if there is no such account, or it isn't waiting to be verified
 */
export async function resendVerification(services: SupportServices, email: string): Promise<Report> {
  const { emailVerifiedAt } = await findAccount(services.database, email);
  if (emailVerifiedAt !== null) throw new AdminError(`${email} is already verified.`);
  const isSent = await sendNewLink(services, email, services);
  if (!isSent) throw new AdminError(`${email} isn't waiting to be verified. It has to register again.`);
  return { text: `A new verification link is on its way to ${email}.`, data: { email } };
}

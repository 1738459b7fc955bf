import { register } from '@workspace/contract/auth';
import { verifyEmail } from '@workspace/contract/email';
import type { RenderedMail } from '../../mail/mailer.ts';
import type { TestServer } from '../../testing/test-server.ts';

export const PASSWORD = 'a password of some length';

/** Returns the token of the link in an email's text; undefined if there is none. */
export function linkTokenIn(mail: RenderedMail | undefined): string | undefined {
  return /\/verify-email\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
}

/** Sends what is waiting, and returns the emails to an address, oldest first. */
export async function mailsTo(server: TestServer, email: string): Promise<RenderedMail[]> {
  await server.runJobs();
  return server.mails.filter(({ to }) => to === email);
}

/** Registers an address as a user does, and returns the token of the mailed link. */
export async function registerByCall(server: TestServer, email: string, password = PASSWORD): Promise<string> {
  const answer = await server.call(register, { body: { email, password } });
  const token = linkTokenIn((await mailsTo(server, email)).at(-1));
  if (!answer.ok || token === undefined) throw new Error(`Registration failed with ${answer.status}.`);
  return token;
}

/** Registers an address and opens the link mailed to it. */
export async function registerAndVerify(server: TestServer, email: string, password = PASSWORD): Promise<void> {
  const token = await registerByCall(server, email, password);
  const answer = await server.call(verifyEmail, { query: { token } });
  if (!answer.ok) throw new Error(`Verification failed with ${answer.status}.`);
}

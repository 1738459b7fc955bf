import { createHash } from 'node:crypto';
import type { MailJob } from '../jobs/queues.ts';
import type { Services } from '../services.ts';
import { composeMail } from './compose-mail.ts';
import { writePlainText } from './write-plain-text.ts';

/**
 * Sends an email, or nothing if what it was about is gone. The same job always produces the same links and the same
 * Message-ID, since it is repeated if the mail server's answer got lost.
 *
 * @throws MailNotSentError, NoMailServerError
 */
export async function sendMail(
  services: Pick<Services, 'clock' | 'config' | 'database' | 'keys' | 'mailer'>,
  job: MailJob,
): Promise<void> {
  const { config, mailer } = services;
  const composed = await composeMail(services, job);
  if (composed === undefined) return;
  const { to, content } = composed;
  // Loaded with the first email: it takes memory.
  const { renderHtml } = await import('./render-html.ts');
  await mailer.send({
    to,
    subject: content.subject,
    html: await renderHtml(content, config),
    text: writePlainText(content, config),
    messageId: messageIdOf(job, config.siteUrl),
  });
}

function messageIdOf(job: MailJob, siteUrl: string): string {
  const subject = JSON.stringify(Object.entries(job).sort());
  return `<${createHash('sha256').update(subject).digest('hex')}@${new URL(siteUrl).hostname}>`;
}

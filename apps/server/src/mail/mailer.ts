import { createTransport } from 'nodemailer';

/** A mail that is ready to go. */
export interface RenderedMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same at every attempt, so that a mail that was sent twice is known as one. */
  messageId: string;
}

export interface Mailer {
  /** Resolves once the mail server has taken the mail. Rejects otherwise, and then it may have it all the same. */
  send(mail: RenderedMail): Promise<void>;
  close(): void;
}

/** No mail server is set. */
export class NoMailServerError extends Error {
  constructor() {
    super('SMTP_URL is not set, so no email can be sent.');
    this.name = 'NoMailServerError';
  }
}

/** The mail server didn't take a mail, or didn't say so. */
export class MailNotSentError extends Error {
  /** Only the codes of the cause are reported, nodemailer's and SMTP's: what mail servers say quotes the address. */
  constructor(cause: unknown) {
    const { code, responseCode } = (cause ?? {}) as { code?: unknown; responseCode?: unknown };
    const codes = [code, responseCode].filter((given) => given !== undefined).join(' ');
    super(`The mail server rejected an email: ${codes || 'unknown reason'}.`);
    this.name = 'MailNotSentError';
  }
}

const TIMEOUT_MS = 20_000;

/** Sends by SMTP. The server is not contacted before there is something to send. */
export function createMailer({ smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string }): Mailer {
  if (smtpUrl === undefined) {
    return {
      send: () => Promise.reject(new NoMailServerError()),
      close() {},
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, html, text, messageId }) {
      try {
        await transport.sendMail({
          from: mailFrom,
          // As an object, so that nothing in it is read as a second address.
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId,
          // Machines are asked not to answer (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new MailNotSentError(error);
      }
    },
    close: () => transport.close(),
  };
}

import { createTransport } from 'nodemailer';

/** An email that is ready to send. */
export interface RenderedMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same at every attempt, so that an email that was sent twice is recognized as one. */
  messageId: string;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the email. If it rejects, the server may have it all the same. */
  send(mail: RenderedMail): Promise<void>;
  close(): void;
}

/** No mail server is configured. */
export class NoMailServerError extends Error {
  constructor() {
    super('SMTP_URL is not set, so no email can be sent.');
    this.name = 'NoMailServerError';
  }
}

/** The mail server didn't accept an email, or didn't say so. */
export class MailNotSentError extends Error {
  /** Reports only the codes of the cause, nodemailer's and SMTP's: the messages of mail servers quote the address. */
  constructor(cause: unknown) {
    const { code, responseCode } = (cause ?? {}) as { code?: unknown; responseCode?: unknown };
    const codes = [code, responseCode].filter((given) => given !== undefined).join(' ');
    super(`The mail server rejected an email: ${codes || 'unknown reason'}.`);
    this.name = 'MailNotSentError';
  }
}

const TIMEOUT_MS = 20_000;

/** Creates a mailer that uses SMTP. The server isn't contacted until there is something to send. */
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
          // As an object, so that no part of it is read as a second address.
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId,
          // Asks machines not to reply (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new MailNotSentError(error);
      }
    },
    close: () => transport.close(),
  };
}

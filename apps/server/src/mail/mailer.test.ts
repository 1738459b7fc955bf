import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMailer } from './mailer.ts';
import { startMailReceiver } from './testing/mail-receiver.ts';

const MAIL = {
  to: 'someone@example.com',
  subject: 'Grüße – bitte lesen ✓',
  html: '<p>Grüße</p>',
  text: 'Grüße\n',
  messageId: '<abc@example.com>',
};

async function startMailing() {
  const receiver = await startMailReceiver();
  const mailer = createMailer({ smtpUrl: receiver.url, mailFrom: 'Saykey <hello@saykey.example>' });
  onTestFinished(async () => {
    mailer.close();
    await receiver.close();
  });
  return { receiver, mailer };
}

describe('the mailer', () => {
  it('sends a mail to the mail server as text and as HTML', async () => {
    const { receiver, mailer } = await startMailing();
    await mailer.send(MAIL);
    expect(receiver.kept).toMatchObject([{ from: 'hello@saykey.example', to: ['someone@example.com'] }]);
    const mail = await PostalMime.parse(receiver.kept[0]?.source ?? '');
    expect(mail).toMatchObject({
      from: { name: 'Saykey', address: 'hello@saykey.example' },
      to: [{ address: 'someone@example.com' }],
      subject: MAIL.subject,
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining(MAIL.html),
      messageId: MAIL.messageId,
    });
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it('never reads one address as two', async () => {
    const { receiver, mailer } = await startMailing();
    await expect(mailer.send({ ...MAIL, to: 'a@example.com, b@example.com' })).rejects.toThrow('501');
    expect(receiver.kept).toEqual([]);
  });

  it.each(['refuse-address', 'refuse-for-now', 'lose-answer'] as const)(
    'fails without the address in the error (%s)',
    async (behavior) => {
      const { receiver, mailer } = await startMailing();
      receiver.behaviors.push(behavior);
      const error: unknown = await mailer.send(MAIL).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'MailNotSentError' });
      const { message, stack, cause } = error as Error;
      expect(JSON.stringify([error, message, stack, cause])).not.toContain('example.com');
      await expect(mailer.send(MAIL)).resolves.toBeUndefined();
    },
  );

  it('names the codes of a rejection', async () => {
    const { receiver, mailer } = await startMailing();
    receiver.behaviors.push('refuse-address');
    await expect(mailer.send(MAIL)).rejects.toThrow('The mail server rejected an email: EENVELOPE 550.');
  });

  it('fails if the mail server does not listen', async () => {
    const receiver = await startMailReceiver();
    await receiver.close();
    const mailer = createMailer({ smtpUrl: receiver.url, mailFrom: 'hello@saykey.example' });
    await expect(mailer.send(MAIL)).rejects.toThrow('The mail server rejected an email: ESOCKET.');
  });

  it('says which variable is missing if there is no mail server', async () => {
    const mailer = createMailer({ smtpUrl: undefined, mailFrom: 'hello@saykey.example' });
    await expect(mailer.send(MAIL)).rejects.toThrow('SMTP_URL is not set, so no email can be sent.');
  });
});

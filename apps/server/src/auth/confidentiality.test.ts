import { Writable } from 'node:stream';
import { login, register, resetPassword } from '@workspace/contract/auth';
import { resendVerification, verifyEmail } from '@workspace/contract/email';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { auditEvents, rateLimits, users } from '../database/schema.ts';
import { linkTokenIn, mailsTo } from '../email/testing/verify-by-mail.ts';
import { logOptions } from '../http/log.ts';
import { createMailer } from '../mail/mailer.ts';
import { startMailReceiver } from '../mail/testing/mail-receiver.ts';
import { startTestServer } from '../testing/test-server.ts';
import { makePasswordResetLink } from './reset-password.ts';

it('registration and sign-in leave no address, password, token or hash in the log, audit, jobs or limits', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const server = await startTestServer({ services: { log: pino(logOptions('trace'), destination) } });
  onTestFinished(() => server.close());
  const { database, jobs } = server.services;
  const email = 'very.secret@example.com';
  const password = 'the secret password';
  const newPassword = 'the other secret password';

  await server.call(register, { body: { email, password } });
  const link = linkTokenIn((await mailsTo(server, email))[0]) ?? '';
  await server.call(login, { body: { email, password } });
  await server.call(verifyEmail, { query: { token: `${link}x` } });
  await server.call(verifyEmail, { query: { token: link } });
  await server.call(resendVerification, { body: { email } });
  await server.call(login, { body: { email, password: newPassword } });
  const signedIn = await server.call(login, { body: { email, password } });
  await server.call(register, { body: { email, password } });
  const [user] = await database.select().from(users).where(eq(users.email, email));
  const resetToken =
    (await makePasswordResetLink(database, server.services, user?.id ?? '', { operator: 'anna' })).split('token=')[1] ??
    '';
  await server.call(resetPassword, { body: { token: resetToken, password: newPassword } });
  await server.call(resetPassword, { body: { token: resetToken, password: newPassword } });
  vi.spyOn(jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'));
  expect(await server.call(register, { body: { email, password } })).toMatchObject({ status: 500 });

  // What the queue stores about an email that was refused.
  const receiver = await startMailReceiver();
  onTestFinished(() => receiver.close());
  receiver.behaviors.push('refuse-address');
  const mailer = createMailer({ smtpUrl: receiver.url, mailFrom: 'hello@saykey.example' });
  const refused: unknown = await mailer
    .send({ to: email, subject: '', html: '', text: link, messageId: '<1@example.com>' })
    .catch((error: unknown) => error);
  server.services.log.error({ err: refused }, 'mail');

  const { rows: queued } = await database.execute(sql`select data::text, output::text from jobs.job`);
  const kept = JSON.stringify([
    lines,
    queued,
    await database.select().from(auditEvents),
    await database.select().from(rateLimits),
  ]);
  expect(lines.length).toBeGreaterThan(10);
  expect(queued.length).toBeGreaterThan(1);
  const accessToken = signedIn.ok ? signedIn.data.token : 'none';
  for (const secret of [
    email,
    'very.secret',
    password,
    newPassword,
    link,
    link.split('.')[1],
    resetToken,
    accessToken,
    '$argon2',
  ]) {
    expect(kept).not.toContain(secret);
  }
});

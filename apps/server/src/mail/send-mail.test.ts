import { randomUUID } from 'node:crypto';
import { login, register } from '@workspace/contract/auth';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { REGISTRATION } from '../auth/begin-registration.ts';
import { startSession } from '../auth/sessions.ts';
import { purchases, registrations, sessions, subscriptions, users } from '../database/schema.ts';
import { linkTokenIn, PASSWORD, registerAndVerify } from '../email/testing/verify-by-mail.ts';
import type { MailJob } from '../jobs/queues.ts';
import { sealText } from '../secrets/sealed-text.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { createMailer, type RenderedMail } from './mailer.ts';
import { sendMail } from './send-mail.ts';
import { startMailReceiver } from './testing/mail-receiver.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { siteUrl: 'https://site.example', supportEmail: 'help@site.example' },
  });
});
afterAll(() => server.close());

/** Returns what a job sends; undefined if it ends without an email. */
async function mailOf(job: MailJob): Promise<RenderedMail | undefined> {
  const before = server.mails.length;
  await sendMail(server.services, job);
  expect(server.mails.length - before).toBeLessThanOrEqual(1);
  return server.mails[before];
}

async function addUser({ isVerified }: { isVerified: boolean }) {
  const { clock, database } = server.services;
  const user = { id: randomUUID(), email: `${randomUUID()}@example.com` };
  const emailVerifiedAt = isVerified ? clock.now() : null;
  await database.insert(users).values({ ...user, emailVerifiedAt, createdAt: clock.now() });
  return user;
}

async function addRegistration(userId: string, credential: { passwordHash?: string; issuer?: string } = {}) {
  const { clock, database } = server.services;
  const id = randomUUID();
  const expiresAt = new Date(clock.now().getTime() + REGISTRATION.linkMs);
  await database.insert(registrations).values({ id, userId, createdAt: clock.now(), expiresAt, ...credential });
  return id;
}

async function addPurchase(purchase: Partial<typeof purchases.$inferInsert>) {
  const id = `cs_${randomUUID()}`;
  const paidAt = new Date('2026-03-18T23:30:00Z');
  await server.services.database
    .insert(purchases)
    .values({ id, status: 'paid', amount: 1_999, currency: 'usd', paidAt, ...purchase });
  return id;
}

async function addSubscription(status: string, userId?: string) {
  const id = `sub_${randomUUID()}`;
  await server.services.database.insert(subscriptions).values({
    id,
    customerId: 'cus_1',
    userId,
    priceId: 'price_1',
    status,
    currentPeriodEnd: new Date('2026-04-18T10:00:00Z'),
    cancelAtPeriodEnd: false,
    createdAt: server.clock.now(),
  });
  return id;
}

async function addSession(userId: string, { kind = 'browser', name }: { kind?: 'browser' | 'device'; name: string }) {
  const { database } = server.services;
  const { sessionId } = await startSession(database, server.services, { userId, kind, name });
  return sessionId;
}

describe('the verification mail', () => {
  it('shows the full link as text and as a button', async () => {
    const user = await addUser({ isVerified: false });
    const registrationId = await addRegistration(user.id, { passwordHash: 'a hash' });
    const mail = await mailOf({ template: 'verification', registrationId });
    expect(mail).toMatchObject({ to: user.email, subject: 'Verify your email for Saykey' });
    const link = `https://site.example/verify-email?token=${linkTokenIn(mail)}`;
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.text).toContain('with the password you chose');
  });

  it('mentions Google if the account is opened with it', async () => {
    const user = await addUser({ isVerified: false });
    const registrationId = await addRegistration(user.id, { issuer: 'https://accounts.example' });
    expect((await mailOf({ template: 'verification', registrationId }))?.text).toContain('with Google');
  });

  it('is not sent if the attempt is gone or expired, or the account verified', async () => {
    const verified = await addUser({ isVerified: true });
    const ofVerified = await addRegistration(verified.id);
    expect(await mailOf({ template: 'verification', registrationId: ofVerified })).toBeUndefined();
    expect(await mailOf({ template: 'verification', registrationId: randomUUID() })).toBeUndefined();
    const waiting = await addUser({ isVerified: false });
    const expired = await addRegistration(waiting.id);
    server.clock.advance(REGISTRATION.linkMs);
    expect(await mailOf({ template: 'verification', registrationId: expired })).toBeUndefined();
  });
});

describe('the mail that asks the owner to link a Google account', () => {
  it('leads to the page that links it, and is not sent if the attempt is gone', async () => {
    const user = await addUser({ isVerified: true });
    const mail = await mailOf({ template: 'google-link', registrationId: await addRegistration(user.id) });
    expect(mail).toMatchObject({ to: user.email, subject: 'Sign in to Saykey with Google?' });
    expect(mail?.text).toContain('https://site.example/link-google?token=');
    expect(linkTokenIn(mail)).toBeUndefined();
    expect(await mailOf({ template: 'google-link', registrationId: randomUUID() })).toBeUndefined();
  });
});

describe('the mail to an address that already has an account', () => {
  it('says how to sign in and how to get a new password', async () => {
    const user = await addUser({ isVerified: true });
    const mail = await mailOf({ template: 'already-registered', registrationId: await addRegistration(user.id) });
    expect(mail).toMatchObject({ to: user.email, subject: 'You already have a Saykey account' });
    expect(mail?.text).toContain('https://site.example/login');
    expect(mail?.text).toContain('help@site.example');
    expect(linkTokenIn(mail)).toBeUndefined();
  });

  it('has a new id each time', async () => {
    const user = await addUser({ isVerified: true });
    const mails = [
      await mailOf({ template: 'already-registered', registrationId: await addRegistration(user.id) }),
      await mailOf({ template: 'already-registered', registrationId: await addRegistration(user.id) }),
    ];
    expect(mails[0]?.messageId).not.toBe(mails[1]?.messageId);
  });

  it('is not sent if the account is gone', async () => {
    const user = await addUser({ isVerified: true });
    const registrationId = await addRegistration(user.id);
    await server.services.database.delete(users).where(eq(users.id, user.id));
    expect(await mailOf({ template: 'already-registered', registrationId })).toBeUndefined();
  });
});

describe('the mail that confirms a purchase', () => {
  it('goes to the user who has the license', async () => {
    const user = await addUser({ isVerified: true });
    const purchaseId = await addPurchase({ userId: user.id });
    const mail = await mailOf({ template: 'purchase-confirmed', purchaseId });
    expect(mail).toMatchObject({ to: user.email, subject: 'Your Saykey license is active' });
    expect(mail?.text).toContain('your payment of $19.99 on March 18, 2026');
    expect(mail?.text).toContain('https://site.example/app');
  });

  it('goes to the address of the payment if no account has it, and says how to get the license', async () => {
    const purchaseId = await addPurchase({ email: 'buyer@example.com', amount: null });
    const mail = await mailOf({ template: 'purchase-confirmed', purchaseId });
    expect(mail).toMatchObject({ to: 'buyer@example.com', subject: 'Your Saykey license is waiting for you' });
    expect(mail?.text).toContain('register with the address this email was sent to');
    expect(mail?.text).toContain('https://site.example/register');
    expect(mail?.text).toContain('your payment on March 18, 2026');
  });

  it.each([
    ['usd', 1_999, '$19.99'],
    ['eur', 5, '€0.05'],
    ['jpy', 1_999, '¥1,999'],
  ])('formats an amount in %s', async (currency, amount, written) => {
    const purchaseId = await addPurchase({ email: 'buyer@example.com', currency, amount });
    expect((await mailOf({ template: 'purchase-confirmed', purchaseId }))?.text).toContain(`payment of ${written} on`);
  });

  it('is not sent if the purchase is unknown, refunded, or nobody’s', async () => {
    const refunded = await addPurchase({ email: 'buyer@example.com', status: 'refunded' });
    const nobodys = await addPurchase({});
    for (const purchaseId of [refunded, nobodys, 'cs_unknown']) {
      expect(await mailOf({ template: 'purchase-confirmed', purchaseId })).toBeUndefined();
    }
  });
});

describe('the mail to a new subscriber', () => {
  it('says that the plan is active, when it renews, and where to manage it', async () => {
    const user = await addUser({ isVerified: true });
    const mail = await mailOf({
      template: 'subscription-started',
      subscriptionId: await addSubscription('active', user.id),
    });
    expect(mail).toMatchObject({ to: user.email, subject: 'Your Saykey subscription is active' });
    expect(mail?.text).toContain('Your next payment is on April 18, 2026.');
    expect(mail?.text).toContain('https://site.example/app/billing');
  });

  it('is not sent if the subscription has ended or its user is gone', async () => {
    const user = await addUser({ isVerified: true });
    for (const subscriptionId of [
      await addSubscription('canceled', user.id),
      await addSubscription('active'),
      'sub_0',
    ]) {
      expect(await mailOf({ template: 'subscription-started', subscriptionId })).toBeUndefined();
    }
  });
});

describe('the mail about a new sign-in', () => {
  it('names the browser and the time, and says what to do', async () => {
    const user = await addUser({ isVerified: true });
    server.clock.set('2026-07-01T22:05:00Z');
    const sessionId = await addSession(user.id, { name: 'Safari on macOS' });
    const mail = await mailOf({ template: 'new-sign-in', userId: user.id, sessionId });
    expect(mail).toMatchObject({ to: user.email, subject: 'New sign-in to your Saykey account' });
    expect(mail?.text).toContain('signed in to your account in “Safari on macOS” on July 1, 2026 at 22:05 UTC.');
    expect(mail?.text).toContain('If it wasn’t you, sign it out in Settings and write to help@site.example');
    expect(mail?.text).toContain('https://site.example/app/settings');
  });

  it('shows a given name as plain text, without markup or line breaks', async () => {
    const user = await addUser({ isVerified: true });
    const name = '<img src=x onerror=alert(1)>&amp;\r\n\r\nPay\u2028here\u202E\u0000';
    const sessionId = await addSession(user.id, { kind: 'device', name: name.replace('\u0000', '') });
    const mail = await mailOf({ template: 'new-sign-in', userId: user.id, sessionId });
    expect(mail?.text).toContain('with the app on “<img src=x onerror=alert(1)>&amp; Pay here” on');
    expect(mail?.html).toContain('“&lt;img src=x onerror=alert(1)&gt;&amp;amp; Pay here”');
    expect(mail?.html).not.toContain('<img');
  });

  it('is sent even if that session has ended already', async () => {
    const user = await addUser({ isVerified: true });
    const sessionId = await addSession(user.id, { name: 'Safari on macOS' });
    await server.services.database.delete(sessions).where(eq(sessions.id, sessionId));
    const mail = await mailOf({ template: 'new-sign-in', userId: user.id, sessionId });
    expect(mail?.text).toContain('It has already been signed out.');
  });

  it('says nothing about another user’s session', async () => {
    const [user, other] = [await addUser({ isVerified: true }), await addUser({ isVerified: true })];
    const sessionId = await addSession(other.id, { name: 'A secret name' });
    const mail = await mailOf({ template: 'new-sign-in', userId: user.id, sessionId });
    expect(mail?.text).not.toContain('A secret name');
  });

  it('is not sent if the account is gone', async () => {
    const job = { template: 'new-sign-in', userId: randomUUID(), sessionId: randomUUID() } as const;
    expect(await mailOf(job)).toBeUndefined();
  });

  it('is sent after a sign-in in a second browser, but not after the first', async () => {
    await registerAndVerify(server, 'two.browsers@example.com');
    const body = { email: 'two.browsers@example.com', password: PASSWORD };
    const subjects = async () => {
      await server.runJobs();
      return server.mails.filter(({ to }) => to === body.email).map(({ subject }) => subject);
    };
    await server.call(login, { body });
    expect(await subjects()).toEqual(['Verify your email for Saykey']);
    await server.call(login, { body });
    expect(await subjects()).toEqual(['Verify your email for Saykey', 'New sign-in to your Saykey account']);
  });
});

describe('the mail about a deleted account', () => {
  it('goes to the address that is sealed in the job', async () => {
    const sealedAddress = await sealText(server.services.keys, 'former@example.com');
    const mail = await mailOf({ template: 'account-deleted', sealedAddress });
    expect(mail).toMatchObject({ to: 'former@example.com', subject: 'Your Saykey account was deleted' });
    expect(mail?.text).toContain('help@site.example');
  });
});

describe('every mail', () => {
  async function allMails(): Promise<RenderedMail[]> {
    const [user, waiting] = [await createUser(server), await addUser({ isVerified: false })];
    const sealedAddress = await sealText(server.services.keys, user.email);
    const jobs: Record<MailJob['template'], MailJob[]> = {
      verification: [{ template: 'verification', registrationId: await addRegistration(waiting.id) }],
      'already-registered': [{ template: 'already-registered', registrationId: await addRegistration(user.id) }],
      'google-link': [{ template: 'google-link', registrationId: await addRegistration(user.id) }],
      'purchase-confirmed': [
        { template: 'purchase-confirmed', purchaseId: await addPurchase({ userId: user.id }) },
        { template: 'purchase-confirmed', purchaseId: await addPurchase({ email: waiting.email }) },
      ],
      'subscription-started': [
        { template: 'subscription-started', subscriptionId: await addSubscription('active', user.id) },
      ],
      'new-sign-in': [{ template: 'new-sign-in', userId: user.id, sessionId: user.sessionId }],
      'account-deleted': [{ template: 'account-deleted', sealedAddress }],
    };
    const mails = [];
    for (const job of Object.values(jobs).flat()) mails.push(await mailOf(job));
    return mails.filter((mail) => mail !== undefined);
  }

  it('has its own id and its own short subject, which contains no address', async () => {
    const mails = await allMails();
    expect(mails).toHaveLength(8);
    for (const { subject } of mails) {
      expect(subject.length).toBeLessThanOrEqual(50);
      expect(subject).not.toContain('@');
    }
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(8);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(8);
    for (const { messageId } of mails) expect(messageId).toMatch(/^<[0-9a-f]{64}@site\.example>$/);
  });

  it('loads no external resources and links only to the site', async () => {
    for (const { html } of await allMails()) {
      expect(html).not.toMatch(/<(img|script|link|iframe|object|video|audio|form|input)\b/i);
      expect(html).not.toMatch(/url\(|@import|\bsrc=|\bbackground=/i);
      const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
      expect(addresses.filter((address) => !address?.startsWith('https://site.example'))).toEqual([]);
    }
  });

  it('says the same as text and as HTML, and supports dark mode', async () => {
    for (const { html, text } of await allMails()) {
      const [heading = ''] = text.split('\n');
      expect(html).toContain(`>${heading}</h1>`);
      for (const [link] of text.matchAll(/https:\S+/g)) expect(html).toContain(`href="${link}"`);
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      expect(html).toContain('@media (prefers-color-scheme: dark)');
      expect(html).toContain('lang="en"');
    }
  });
});

describe('a mail that is retried', () => {
  async function startMailing() {
    const receiver = await startMailReceiver();
    const mailer = createMailer({ smtpUrl: receiver.url, mailFrom: 'Saykey <hello@saykey.example>' });
    const mailing = await startTestServer({ services: { mailer } });
    onTestFinished(async () => {
      await mailing.close();
      mailer.close();
      await receiver.close();
    });
    return { receiver, mailing };
  }

  const body = { email: 'someone@example.com', password: PASSWORD };

  it('carries the same link and id if the mail server’s response was lost', async () => {
    const { receiver, mailing } = await startMailing();
    await mailing.call(register, { body });
    receiver.behaviors.push('lose-answer');
    await expect(mailing.runJobs()).rejects.toMatchObject({ name: 'MailNotSentError' });
    await mailing.runJobs();
    const [first, second, ...others] = await Promise.all(receiver.kept.map(({ source }) => PostalMime.parse(source)));
    expect(others).toEqual([]);
    expect(first?.messageId).toMatch(/^<[0-9a-f]{64}@localhost>$/);
    expect(second?.messageId).toBe(first?.messageId);
    expect(first?.text).toContain('/verify-email?token=');
    expect(second?.text).toBe(first?.text);
    expect(second?.html).toBe(first?.html);
    expect(await mailing.runJobs()).toBe(0);
  });

  it.each(['refuse-address', 'refuse-for-now'] as const)(
    'arrives only once after being rejected (%s)',
    async (behavior) => {
      const { receiver, mailing } = await startMailing();
      await mailing.call(register, { body });
      receiver.behaviors.push(behavior, behavior);
      await expect(mailing.runJobs()).rejects.toMatchObject({ name: 'MailNotSentError' });
      await expect(mailing.runJobs()).rejects.toMatchObject({ name: 'MailNotSentError' });
      await mailing.runJobs();
      expect(receiver.kept).toMatchObject([{ to: ['someone@example.com'] }]);
    },
  );
});

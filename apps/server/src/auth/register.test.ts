import { login, register } from '@workspace/contract/auth';
import { verifyEmail } from '@workspace/contract/email';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditEvents, registrations, users } from '../database/schema.ts';
import { linkTokenIn, mailsTo, PASSWORD, registerAndVerify, registerByCall } from '../email/testing/verify-by-mail.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { beginRegistration } from './begin-registration.ts';
import { CountingHashing } from './testing/counting-hashing.ts';

let server: TestServer;
const passwords = new CountingHashing();
beforeAll(async () => {
  server = await startTestServer({ services: { passwords }, config: { trustProxy: 1 } });
});
afterAll(() => server.close());
beforeEach(() => passwords.take());

const registerAs = (email: string, password = PASSWORD, headers = {}) =>
  server.call(register, { body: { email, password } }, { headers });
const signInAs = (email: string, password: string) => server.call(login, { body: { email, password } });

async function readUser(email: string) {
  const [user] = await server.services.database.select().from(users).where(eq(users.email, email));
  return user;
}

it.each(['password123', 'QwertyUiop', '12345678'])('A common password is refused: %s', async (password) => {
  const answer = await server.call(register, { body: { email: 'common@example.com', password } });
  expect(answer).toMatchObject({
    ok: false,
    status: 400,
    errors: ['This password is too common. Choose one that is harder to guess.'],
  });
});

describe('POST /auth/register', () => {
  it('starts an account that nobody can open yet, and mails a verification link', async () => {
    const answer = await registerAs('  New.User@Example.COM ');
    expect(answer).toMatchObject({
      ok: true,
      status: 202,
      data: { message: expect.stringMatching(/check your email/) },
    });
    expect(await readUser('new.user@example.com')).toMatchObject({ emailVerifiedAt: null, passwordHash: null });
    const [mail, ...others] = await mailsTo(server, 'new.user@example.com');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Verify your email for Saykey');
    expect(linkTokenIn(mail)).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);
    expect(await signInAs('new.user@example.com', PASSWORD)).toMatchObject({ ok: false, status: 403 });
  });

  it('gives the same answer after the same work, whether or not the address is known', async () => {
    await registerAndVerify(server, 'known@example.com');
    await registerByCall(server, 'waiting@example.com');
    passwords.take();
    const answers = [];
    for (const email of ['unknown@example.com', 'waiting@example.com', 'known@example.com']) {
      const { headers, ...answer } = await registerAs(email);
      const headerNames = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
      answers.push({ ...answer, headerNames, work: passwords.take() });
    }
    expect(answers[0]?.work).toBe(1);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('notifies the owner of a verified account without a verification link, and changes nothing', async () => {
    await registerAndVerify(server, 'owner@example.com');
    const before = await readUser('owner@example.com');
    await registerAs('owner@example.com', 'the password of someone else');
    expect(await readUser('owner@example.com')).toEqual(before);
    const mail = (await mailsTo(server, 'owner@example.com')).at(-1);
    expect(mail?.subject).toBe('You already have a Saykey account');
    expect(linkTokenIn(mail)).toBeUndefined();
    expect(await signInAs('owner@example.com', PASSWORD)).toMatchObject({ ok: true });
  });

  it.each([
    ['what the prober chose', 403],
    ['something else', 401],
  ])('does not let a later sign-in reveal whether the address had an account (%s)', async (password, status) => {
    const [known, unknown] = [`probed.${status}@example.com`, `not.probed.${status}@example.com`];
    await registerAndVerify(server, known);
    await registerAs(known, 'what the prober chose');
    await registerAs(unknown, 'what the prober chose');
    const answers = [];
    for (const email of [known, unknown]) {
      passwords.take();
      const { ok, status, ...rest } = await signInAs(email, password);
      answers.push({ ok, status, errors: 'errors' in rest && rest.errors, work: passwords.take() });
    }
    expect(answers[0]).toMatchObject({ status, work: 1 });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('gives each attempt a link that activates its own password', async () => {
    const first = await registerByCall(server, 'twice@example.com', 'the first password');
    const second = await registerByCall(server, 'twice@example.com', 'the second password');
    expect(second).not.toBe(first);
    await server.call(verifyEmail, { query: { token: second } });
    expect(await signInAs('twice@example.com', 'the second password')).toMatchObject({ ok: true });
    expect(await signInAs('twice@example.com', 'the first password')).toMatchObject({ ok: false });
  });

  it('creates one account from twenty concurrent registrations of a new address', async () => {
    const { services } = server;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        services.database.transaction((transaction) =>
          beginRegistration(transaction, services, 'crowd@example.com', { passwordHash: 'a hash' }),
        ),
      ),
    );
    const rows = await services.database
      .select({ userId: users.id, registrationId: registrations.id })
      .from(users)
      .innerJoin(registrations, eq(registrations.userId, users.id))
      .where(eq(users.email, 'crowd@example.com'));
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set((await mailsTo(server, 'crowd@example.com')).map(linkTokenIn)).size).toBe(20);
  });

  it('answers each of five concurrent calls for a new address', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => registerAs('at.once@example.com')));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  });

  it('stores nothing if the mail cannot be queued', async () => {
    vi.spyOn(server.services.jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'));
    expect(await registerAs('half@example.com')).toMatchObject({ ok: false, status: 500 });
    expect(await readUser('half@example.com')).toBeUndefined();
  });

  it('is audited without the address', async () => {
    await registerAs('audited@example.com');
    const user = await readUser('audited@example.com');
    const events = await server.services.database.select().from(auditEvents).where(eq(auditEvents.userId, user!.id));
    expect(events).toMatchObject([{ actor: 'user', action: 'registered' }]);
    expect(JSON.stringify(events)).not.toContain('audited');
  });

  it('uses only the address and password from the request', async () => {
    const body = {
      email: 'greedy@example.com',
      password: PASSWORD,
      id: 'x',
      emailVerifiedAt: '2026-01-01',
      admin: true,
    };
    expect(await server.call(register, { body })).toMatchObject({ status: 202 });
    expect(await readUser('greedy@example.com')).toMatchObject({ emailVerifiedAt: null, passwordHash: null });
  });

  it.each([
    ['no address', { password: PASSWORD }, 'Invalid email address'],
    ['an invalid address', { email: 'nobody', password: PASSWORD }, 'Invalid email address'],
    ['two addresses', { email: 'a@example.com,b@example.com', password: PASSWORD }, 'Invalid email address'],
    [
      'a line break in the address',
      { email: 'a@example.com\nBcc: b@example.com', password: PASSWORD },
      'Invalid email address',
    ],
    [
      'an address that is too long',
      { email: `${'a'.repeat(250)}@example.com`, password: PASSWORD },
      'Invalid email address',
    ],
    ['a short password', { email: 'a@example.com', password: '1234567' }, 'Password must be at least 8 characters'],
    ['no password', { email: 'a@example.com' }, 'Password must be at least 8 characters'],
    [
      'a password that is too long',
      { email: 'a@example.com', password: 'x'.repeat(257) },
      'Password must be at most 256 characters',
    ],
  ])('refuses %s', async (_, body, message) => {
    const answer = await server.call(register, { body: body as { email: string; password: string } });
    expect(answer).toMatchObject({ ok: false, status: 400, errors: [message] });
  });

  it('refuses other sites', async () => {
    const answer = await registerAs('a@example.com', PASSWORD, { Origin: 'https://elsewhere.example' });
    expect(answer).toMatchObject({ ok: false, status: 403 });
  });

  it('answers that it is busy, and stores nothing, if too many passwords are waiting', async () => {
    passwords.isBusy = true;
    const answer = await registerAs('patient@example.com').finally(() => {
      passwords.isBusy = false;
    });
    expect(answer).toMatchObject({ ok: false, status: 503 });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await readUser('patient@example.com')).toBeUndefined();
  });

  it('limits attempts per email address, before hashing a password', async () => {
    const { count } = RATE_LIMITS.register.account;
    for (let attempt = 0; attempt < count; attempt += 1) await registerAs('many@example.com');
    passwords.take();
    const answer = await registerAs('MANY@example.com');
    expect(answer).toMatchObject({ ok: false, status: 429 });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(passwords.take()).toBe(0);
  });

  it('limits attempts per network address', async () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const { count } = RATE_LIMITS.register.address;
    for (let attempt = 0; attempt < count; attempt += 1)
      await server.services.rateLimits.count('register', 'address', '192.0.2.1');
    expect(await registerAs('one@example.com', PASSWORD, from('192.0.2.1'))).toMatchObject({ status: 429 });
    expect(await registerAs('one@example.com', PASSWORD, from('192.0.2.2'))).toMatchObject({ status: 202 });
  });
});

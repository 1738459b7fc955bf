import { hash } from '@node-rs/argon2';
import { getMe, login, register } from '@workspace/contract/auth';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addMs, MINUTE_MS } from '../clock.ts';
import { auditEvents, knownBrowsers, sessions, users } from '../database/schema.ts';
import { PASSWORD, registerAndVerify, registerByCall } from '../email/testing/verify-by-mail.ts';
import { ACCOUNT_LIMITS, RATE_LIMITS } from '../http/rate-limits.ts';
import { type CookieJar, startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { ARGON2 } from './password-hashing.ts';
import { makePasswordResetLink, resetPassword } from './reset-password.ts';
import { SESSION, startSession } from './sessions.ts';
import { MAX_KNOWN_BROWSERS } from './sign-browser-in.ts';
import { CountingHashing } from './testing/counting-hashing.ts';

let server: TestServer;
const passwords = new CountingHashing();
beforeAll(async () => {
  server = await startTestServer({ services: { passwords }, config: { trustProxy: 1 } });
});
afterAll(() => server.close());

/** Each test has its own network address, so that none uses up another's attempts. */
let address = 0;
beforeEach(() => {
  address += 1;
  passwords.take();
});

const signInAs = (email: string, password = PASSWORD, cookies?: CookieJar) =>
  server.call(
    login,
    { body: { email, password } },
    { headers: { 'X-Forwarded-For': `192.0.2.${address}` }, ...(cookies && { cookies }) },
  );

async function readUser(email: string) {
  const [user] = await server.services.database.select().from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error('There is no such user.');
  return user;
}

async function newestEvent() {
  const [event] = await server.services.database.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  return event;
}

describe('POST /auth/login', () => {
  it('signs in with address and password, ignoring the case of the address', async () => {
    await registerAndVerify(server, 'someone@example.com');
    const cookies: CookieJar = new Map();
    const answer = await signInAs(' SomeOne@Example.com ', PASSWORD, cookies);
    expect(answer).toMatchObject({ ok: true, status: 200 });
    const token = answer.ok ? answer.data.token : '';
    expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true, data: { email: 'someone@example.com' } });
    expect([...cookies.keys()]).toContain('saykey_refresh');
    expect(await newestEvent()).toMatchObject({
      action: 'signed-in',
      userId: (await readUser('someone@example.com')).id,
    });
  });

  it('refuses with the same answer after the same work, whatever is wrong', async () => {
    await registerAndVerify(server, 'wrong.password@example.com');
    await registerByCall(server, 'not.verified@example.com');
    await createUser(server, { email: 'without.password@example.com' });
    passwords.take();
    const answers = [];
    for (const email of [
      'nobody@example.com',
      'wrong.password@example.com',
      'not.verified@example.com',
      'without.password@example.com',
    ]) {
      const { headers, ...answer } = await signInAs(email, 'not the password');
      const headerNames = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
      answers.push({ ...answer, headerNames, work: passwords.take() });
    }
    expect(answers[0]).toMatchObject({ status: 401, errors: ['Invalid email or password'], work: 1 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('asks to verify the address first if the password matches the newest registration attempt', async () => {
    await registerByCall(server, 'eager@example.com', 'the older password');
    server.clock.advance(1_000);
    await registerByCall(server, 'eager@example.com');
    const answer = await signInAs('eager@example.com');
    expect(answer).toMatchObject({ status: 403, errors: [expect.stringMatching(/verify your email address/)] });
    expect(await newestEvent()).toMatchObject({ action: 'sign-in-failed' });
    expect(await signInAs('eager@example.com', 'not the password')).toMatchObject({ status: 401 });
  });

  it('does not open a verified account with the password of a later registration attempt', async () => {
    await registerAndVerify(server, 'victim@example.com');
    await server.call(register, { body: { email: 'victim@example.com', password: 'the password of another' } });
    expect(await signInAs('victim@example.com', 'the password of another')).toMatchObject({ ok: false, status: 403 });
    expect(await signInAs('victim@example.com')).toMatchObject({ ok: true });
  });

  it('audits a failure without the address or password', async () => {
    await signInAs('a.secret.address@example.com', 'a secret password');
    const event = await newestEvent();
    expect(event).toMatchObject({ actor: 'user', action: 'sign-in-failed', userId: null, subjectId: null });
  });

  it.each([
    ['no address', { password: PASSWORD }, 'Invalid email address'],
    ['no password', { email: 'a@example.com' }, 'Enter your password'],
    ['an empty password', { email: 'a@example.com', password: '' }, 'Enter your password'],
    ['a password that is too long', { email: 'a@example.com', password: 'x'.repeat(257) }, 'Invalid email or password'],
  ])('refuses %s', async (_, body, message) => {
    const answer = await server.call(login, { body: body as { email: string; password: string } });
    expect(answer).toMatchObject({ ok: false, status: 400, errors: [message] });
  });

  it('refuses other sites', async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    const answer = await server.call(login, { body: { email: 'a@example.com', password: PASSWORD } }, { headers });
    expect(answer).toMatchObject({ ok: false, status: 403 });
  });

  it('rehashes the password if the parameters are outdated', async () => {
    await registerAndVerify(server, 'old.hash@example.com');
    const weaker = await hash(PASSWORD, { ...ARGON2, memoryCost: 1_024 });
    await server.services.database
      .update(users)
      .set({ passwordHash: weaker })
      .where(eq(users.email, 'old.hash@example.com'));
    expect(await signInAs('old.hash@example.com')).toMatchObject({ ok: true });
    const { passwordHash } = await readUser('old.hash@example.com');
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    passwords.take();
    expect(await signInAs('old.hash@example.com')).toMatchObject({ ok: true });
    expect((await readUser('old.hash@example.com')).passwordHash).toBe(passwordHash);
    expect(passwords.take()).toBe(1);
  });
});

describe('while a password is being checked', () => {
  it('a password reset makes the sign-in with the old one fail', async () => {
    await registerAndVerify(server, 'reset.meanwhile@example.com');
    const { id } = await readUser('reset.meanwhile@example.com');
    const link = await makePasswordResetLink(server.services.database, server.services, id, { operator: 'anna' });
    const token = new URL(link).searchParams.get('token') ?? '';
    passwords.afterCheck = () => resetPassword(server.services, { token, password: 'another password' });
    expect(await signInAs('reset.meanwhile@example.com')).toMatchObject({ ok: false, status: 401 });
    expect(await server.services.database.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  it('deleting the account gets the same answer as an unknown address', async () => {
    await registerAndVerify(server, 'deleted.meanwhile@example.com');
    passwords.afterCheck = async () => {
      await server.services.database.delete(users).where(eq(users.email, 'deleted.meanwhile@example.com'));
    };
    const answer = await signInAs('deleted.meanwhile@example.com');
    expect(answer).toMatchObject({ ok: false, status: 401, errors: ['Invalid email or password'] });
  });

  it('twenty concurrent sign-ins, more than the limit of failures, cause no server error', async () => {
    await registerAndVerify(server, 'popular@example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInAs('popular@example.com')));
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(await signInAs('popular@example.com')).toMatchObject({ ok: true });
  });
});

it('a client that disconnects while waiting for its turn is dropped before its password is checked', async () => {
  const hashing = new CountingHashing({ maxRunning: 1, maxWaiting: 1 });
  const busy = await startTestServer({ sharing: server, services: { passwords: hashing } });
  onTestFinished(() => busy.close());
  const held = Promise.withResolvers<void>();
  hashing.afterCheck = () => held.promise;
  const body = { email: 'nobody@example.com', password: PASSWORD };
  const first = busy.call(login, { body });
  await vi.waitUntil(() => hashing.load.running === 1, { timeout: 300_000 });
  const gone = new AbortController();
  const second = fetch(`${busy.url}${login.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  await vi.waitUntil(() => hashing.load.waiting === 1, { timeout: 300_000 });
  gone.abort();
  await expect(second).rejects.toThrow();
  await vi.waitUntil(() => hashing.load.waiting === 0, { timeout: 300_000 });
  held.resolve();
  expect(await first).toMatchObject({ status: 401 });
  expect(hashing.take()).toBe(1);
});

describe('the sign-in limit', () => {
  const { count, windowMs } = RATE_LIMITS.login.account;
  const guess = (email: string) => signInAs(email, 'not the password');

  it('allows a few wrong guesses, then refuses even the right password until the window ends', async () => {
    await registerAndVerify(server, 'guessed@example.com');
    for (let attempt = 0; attempt < count; attempt += 1)
      expect(await guess('guessed@example.com')).toMatchObject({ status: 401 });
    const refused = await signInAs('guessed@example.com');
    expect(refused).toMatchObject({ ok: false, status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBe(windowMs / 1_000);
    server.clock.advance(windowMs - MINUTE_MS);
    expect(await signInAs('guessed@example.com')).toMatchObject({ status: 429 });
    server.clock.advance(MINUTE_MS);
    expect(await signInAs('guessed@example.com')).toMatchObject({ ok: true });
  });

  it('allows no more guesses if they come concurrently', async () => {
    await registerAndVerify(server, 'stormed@example.com');
    passwords.take();
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess('stormed@example.com')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(count);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - count);
    expect(passwords.take()).toBe(count);
  });

  it('counts unknown addresses just the same', async () => {
    for (let attempt = 0; attempt < count; attempt += 1) await guess('no.one@example.com');
    expect(await guess('no.one@example.com')).toMatchObject({ status: 429 });
  });

  it('is not used up by successes, unverified addresses or a busy server', async () => {
    await registerAndVerify(server, 'regular@example.com');
    await registerByCall(server, 'unverified@example.com');
    for (let attempt = 0; attempt <= count; attempt += 1) {
      expect(await signInAs('regular@example.com')).toMatchObject({ ok: true });
      expect(await signInAs('unverified@example.com')).toMatchObject({ status: 403 });
      passwords.isBusy = true;
      expect(await signInAs('regular@example.com')).toMatchObject({ status: 503 });
      passwords.isBusy = false;
    }
    for (let attempt = 0; attempt < count; attempt += 1)
      expect(await guess('regular@example.com')).toMatchObject({ status: 401 });
    expect(await guess('regular@example.com')).toMatchObject({ status: 429 });
  });

  it('is not reset by signing in between guesses', async () => {
    await registerAndVerify(server, 'between@example.com');
    for (let attempt = 0; attempt < count; attempt += 1) {
      await guess('between@example.com');
      if (attempt < count - 1) expect(await signInAs('between@example.com')).toMatchObject({ ok: true });
    }
    expect(await guess('between@example.com')).toMatchObject({ status: 429 });
  });

  it('is separate for a browser that the user has signed in with, so nobody else can lock it out', async () => {
    await registerAndVerify(server, 'targeted@example.com');
    await registerAndVerify(server, 'neighbor@example.com');
    const ownBrowser: CookieJar = new Map();
    expect(await signInAs('targeted@example.com', PASSWORD, ownBrowser)).toMatchObject({ ok: true });
    const otherBrowser: CookieJar = new Map();
    expect(await signInAs('neighbor@example.com', PASSWORD, otherBrowser)).toMatchObject({ ok: true });
    for (let attempt = 0; attempt < count; attempt += 1) await guess('targeted@example.com');
    expect(await signInAs('targeted@example.com', PASSWORD, otherBrowser)).toMatchObject({ status: 429 });
    expect(await signInAs('targeted@example.com', PASSWORD, ownBrowser)).toMatchObject({ ok: true });

    for (let attempt = 0; attempt < count; attempt += 1)
      await signInAs('targeted@example.com', 'not the password', ownBrowser);
    expect(await signInAs('targeted@example.com', PASSWORD, ownBrowser)).toMatchObject({ status: 429 });
  });

  it('also applies to each network address, across all accounts', async () => {
    const { count: perAddress } = RATE_LIMITS.login.address;
    for (let attempt = 1; attempt < perAddress; attempt += 1) {
      await server.services.rateLimits.count('login', 'address', `192.0.2.${address}`);
    }
    expect(await guess('any@example.com')).toMatchObject({ status: 401 });
    expect(await guess('another@example.com')).toMatchObject({ status: 429 });
    address += 1;
    expect(await guess('another@example.com')).toMatchObject({ status: 401 });
  });
});

describe('someone with the password', () => {
  const limit = ACCOUNT_LIMITS.signIn.count;
  const mailsAbout = async (email: string) => {
    await server.runJobs();
    return server.mails.filter(({ to, subject }) => to === email && subject.startsWith('New sign-in'));
  };

  it('is limited in new browsers, without using up the limit of a known one', async () => {
    const email = 'often@example.com';
    await registerAndVerify(server, email);
    const home: CookieJar = new Map();
    expect(await signInAs(email, PASSWORD, home)).toMatchObject({ ok: true });
    for (let count = 1; count < limit; count += 1) expect(await signInAs(email)).toMatchObject({ ok: true });
    passwords.take();
    const refused = await signInAs(email);
    expect(refused).toMatchObject({ ok: false, status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBe(ACCOUNT_LIMITS.signIn.windowMs / 1_000);
    expect(passwords.take()).toBe(0);
    for (let count = 0; count < limit; count += 1) {
      expect(await signInAs(email, PASSWORD, home)).toMatchObject({ ok: true });
    }
    expect(await signInAs(email, PASSWORD, home)).toMatchObject({ status: 429 });
  });

  it('causes at most 10 mails a day, however many sessions they start', async () => {
    const email = 'flooded@example.com';
    await registerAndVerify(server, email);
    for (let count = 0; count < limit; count += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => signInAs(email)));
      expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    }
    expect(await mailsAbout(email)).toHaveLength(ACCOUNT_LIMITS.newSignInMail.count);
    server.clock.advance(24 * 60 * MINUTE_MS);
    await signInAs(email);
    expect(await mailsAbout(email)).toHaveLength(ACCOUNT_LIMITS.newSignInMail.count + 1);
  });

  it('is not kept out by the wrong guesses of others', async () => {
    const email = 'unharmed@example.com';
    await registerAndVerify(server, email);
    for (let count = 0; count < 2 * limit; count += 1) {
      if (count % 5 === 0) server.clock.advance(15 * MINUTE_MS);
      expect(await signInAs(email, 'a wrong one')).toMatchObject({ status: 401 });
    }
    expect(await signInAs(email)).toMatchObject({ ok: true });
  });
});

describe('a user', () => {
  it('keeps a limited number of sessions: the least recently used end', async () => {
    const user = await createUser(server);
    const { database } = server.services;
    const started = [];
    for (let count = 0; count < SESSION.maxPerUser + 5; count += 1) {
      server.clock.advance(1_000);
      started.push(await startSession(database, server.services, { userId: user.id, kind: 'browser', name: 'A test' }));
    }
    const left = await database.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id));
    const newest = started.slice(-SESSION.maxPerUser).map(({ sessionId }) => sessionId);
    expect(left.map(({ id }) => id).toSorted()).toEqual(newest.toSorted());
  });

  it('keeps a limited number of known browsers: the least recently seen are forgotten', async () => {
    const email = 'everywhere@example.com';
    await registerAndVerify(server, email);
    const { id: userId } = await readUser(email);
    const now = server.clock.now();
    const seen = Array.from({ length: MAX_KNOWN_BROWSERS }, (_, days) => ({
      userId,
      browserHash: `browser ${days}`,
      lastSeenAt: addMs(now, -days * 24 * 60 * MINUTE_MS),
    }));
    const { database } = server.services;
    await database.insert(knownBrowsers).values(seen);
    expect(await signInAs(email)).toMatchObject({ ok: true });
    const left = await database.select().from(knownBrowsers).where(eq(knownBrowsers.userId, userId));
    expect(left).toHaveLength(MAX_KNOWN_BROWSERS);
    expect(left.map(({ browserHash }) => browserHash)).not.toContain(seen.at(-1)?.browserHash);
  });
});

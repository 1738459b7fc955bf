import {
  authorizeWithGoogle,
  finishGoogleSignIn,
  getMe,
  linkGoogle,
  listSessions,
  login,
  register,
} from '@workspace/contract/auth';
import { verifyEmail } from '@workspace/contract/email';
import { HOUR_MS, MINUTE_MS } from '@workspace/server/clock';
import { RATE_LIMITS } from '@workspace/server/http/rate-limits';
import { refusal } from '@workspace/server/testing/refusal';
import { type CookieJar, startTestServer, type TestServer } from '@workspace/server/testing/test-server';
import { createUser } from '@workspace/server/testing/test-users';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type OutsideWorldProcess, outsideWorldConfig, startOutsideWorld } from './outside-world-process.ts';

const GOOGLE_COOKIE = 'saykey_google';

let world: OutsideWorldProcess;
let server: TestServer;
beforeAll(async () => {
  world = await startOutsideWorld();
  server = await startTestServer({ config: { google: google() } });
});
afterEach(async () => {
  await control('outage', { mode: 'off' });
  await control('token', {});
});
afterAll(() => server.close());

/** Calls the control API of the sandbox's Google (sandbox/README.md). */
async function control(name: 'outage' | 'token' | 'authorize', body: unknown): Promise<unknown> {
  const response = await fetch(`${world.url}/google/control/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The sandbox refused it with ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** A server's configuration for the sandbox's Google. */
function google() {
  return outsideWorldConfig(world.url).google;
}

/** A server that has not contacted Google yet. */
async function startFresh(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const fresh = await startTestServer({ config: { google: google() }, ...options });
  onTestFinished(() => fresh.close());
  return fresh;
}

interface Account {
  email: string;
  emailVerified: boolean;
  sub?: string;
  hostedDomain?: string;
}

let accounts = 0;
/** A new account at Google. */
function newAccount(changes: Partial<Account> = {}): Account {
  accounts += 1;
  return { email: `tester-${accounts}@example.com`, emailVerified: true, ...changes };
}

/** Starts signing in as a browser does. Returns the address it is redirected to. */
async function begin(browser: CookieJar, at = server): Promise<string> {
  const answer = await at.call(authorizeWithGoogle, {}, { cookies: browser });
  if (answer.status !== 302) throw new Error(`It was refused with ${answer.status}.`);
  return answer.headers.get('location') ?? '';
}

/** Chooses an account at Google. Returns the parameters with which the browser is redirected back. */
async function choose(authorizationUrl: string, account: Account | null): Promise<Record<string, string>> {
  const answer = await control('authorize', { authorizationUrl, account });
  const { redirectUrl } = answer as { redirectUrl: string };
  return Object.fromEntries(new URL(redirectUrl).searchParams);
}

function finish(browser: CookieJar, body: Record<string, string>, at = server) {
  return at.call(finishGoogleSignIn, { body }, { cookies: browser });
}

/** Signs in, starting with the button. */
async function signIn(account: Account | null, browser: CookieJar = new Map(), at = server) {
  return finish(browser, await choose(await begin(browser, at), account), at);
}

/** Signs in, expecting success. Returns the user. */
async function signInAs(account: Account, browser?: CookieJar, at = server) {
  const answer = await signIn(account, browser, at);
  if (!answer.ok || answer.data.action !== 'authenticate') throw new Error('Nobody was signed in.');
  const { token } = answer.data;
  const me = await at.call(getMe, {}, { token });
  if (!me.ok) throw new Error('The token does not work.');
  return { ...me.data, token };
}

function userWith({ email }: { email: string }) {
  return server.services.database.query.users.findFirst({ where: (user, { eq }) => eq(user.email, email) });
}

function identitiesOf(userId: string) {
  return server.services.database.query.identities.findMany({ where: (row, { eq }) => eq(row.userId, userId) });
}

async function actionsOf(userId: string) {
  const events = await server.services.database.query.auditEvents.findMany({
    where: (event, { eq }) => eq(event.userId, userId),
    orderBy: (event) => event.id,
  });
  return events.map(({ action }) => action);
}

/** The token of the last link emailed to an address. */
async function linkSentTo(email: string): Promise<string> {
  await server.runJobs();
  const mail = server.mails.findLast(({ to }) => to === email);
  const token = /verify-email\?token=([^\s"&]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error('No link was sent.');
  return token;
}

describe('the redirect to Google', () => {
  test('requests a code with PKCE, state and nonce, and keeps their values encrypted in a cookie', async () => {
    const browser: CookieJar = new Map();
    const answer = await server.call(authorizeWithGoogle, {}, { cookies: browser });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.href.startsWith(`${world.url}/google/auth?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: google().clientId,
      redirect_uri: 'http://localhost:3000/auth/google/callback',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^saykey_google=[\w.-]+; Max-Age=600; Path=\/auth; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(url.searchParams.get('state'));
  });

  test('is different each time', async () => {
    const one = new URL(await begin(new Map()));
    const other = new URL(await begin(new Map()));
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
    }
  });

  test('fails on a server without Google, where everything else works', async () => {
    const fresh = await startFresh({ config: { google: undefined } });
    expect(await fresh.call(authorizeWithGoogle, {})).toMatchObject(refusal('google-unavailable'));
    const browser: CookieJar = new Map();
    await begin(browser);
    expect(await finish(browser, { code: 'x' }, fresh)).toMatchObject(refusal('google-unavailable'));
    const { token } = await createUser(fresh);
    expect(await fresh.call(getMe, {}, { token })).toMatchObject({ ok: true });
  });

  test('is rate-limited by address', async () => {
    const fresh = await startFresh();
    for (const name of ['authorizeWithGoogle', 'finishGoogleSignIn'] as const) {
      for (let count = 0; count < RATE_LIMITS[name].address.count; count += 1) {
        await fresh.services.rateLimits.count(name, 'address', '127.0.0.1');
      }
    }
    expect(await fresh.call(authorizeWithGoogle, {})).toMatchObject(refusal('too-many-requests'));
    expect(await finish(new Map(), { code: 'x' }, fresh)).toMatchObject(refusal('too-many-requests'));
  });
});

describe('a Google account with a verified address', () => {
  test('creates a verified user without a password, and signs in', async () => {
    const account = newAccount();
    const user = await signInAs(account);
    expect(user).toMatchObject({ email: account.email, subscription: null });
    const row = await userWith(account);
    expect(row).toMatchObject({ id: user.id, passwordHash: null, emailVerifiedAt: server.clock.now() });
    expect(await actionsOf(user.id)).toEqual([
      'registered',
      'email-verified',
      'google-linked',
      'signed-in-with-google',
    ]);
    const body = { email: account.email, password: 'any password at all' };
    expect(await server.call(login, { body })).toMatchObject(refusal('wrong-credentials'));
  });

  test('sets the session’s cookies, and clears the attempt’s', async () => {
    const browser: CookieJar = new Map();
    const answer = await signIn(newAccount(), browser);
    expect(answer).toMatchObject({ ok: true, status: 200, data: { action: 'authenticate' } });
    expect([...browser.keys()].toSorted()).toEqual(['saykey_browser', 'saykey_refresh']);
  });

  test('is recognized by its identifier, even if its address changes', async () => {
    const account = newAccount({ sub: '100200300' });
    const { id } = await signInAs(account);
    const renamed = await signInAs({ ...account, email: 'renamed@example.com' });
    expect(renamed).toMatchObject({ id, email: account.email });
    const unverified = await signInAs({ ...account, email: 'renamed@example.com', emailVerified: false });
    expect(unverified.id).toBe(id);
    const successor = await signIn({ ...account, sub: '400500600', hostedDomain: 'example.com' });
    expect(successor).toMatchObject({ ok: true, data: { action: 'authenticate' } });
    expect((await identitiesOf(id)).map(({ subject }) => subject).toSorted()).toEqual(['100200300', '400500600']);
  });

  test('is linked to the account that has verified the same address, ignoring case', async () => {
    const user = await createUser(server);
    const linked = await signInAs(newAccount({ email: user.email.toUpperCase(), hostedDomain: 'example.com' }));
    expect(linked.id).toBe(user.id);
    expect(await actionsOf(user.id)).toEqual(['google-linked', 'signed-in-with-google']);
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });
  });

  test('takes over an unverified account: a password chosen by somebody else never opens it', async () => {
    const account = newAccount();
    const credentials = { email: account.email, password: 'the attacker knows this' };
    expect(await server.call(register, { body: credentials })).toMatchObject({ ok: true });
    const link = await linkSentTo(account.email);
    expect(await server.call(login, { body: credentials })).toMatchObject(refusal('email-not-verified'));

    const owner = await signInAs(account);
    const row = await userWith(account);
    expect(row).toMatchObject({ id: owner.id, passwordHash: null, emailVerifiedAt: server.clock.now() });
    const pending = server.services.database.query.registrations.findMany({
      where: (registration, { eq }) => eq(registration.userId, owner.id),
    });
    expect(await pending).toEqual([]);
    expect(await server.call(login, { body: credentials })).toMatchObject(refusal('wrong-credentials'));
    await server.call(verifyEmail, { query: { token: link } });
    expect(await server.call(login, { body: credentials })).toMatchObject(refusal('wrong-credentials'));
    expect((await userWith(account))?.passwordHash).toBeNull();
    expect(await actionsOf(owner.id)).toContain('email-verified');
  });

  test('takes over an account begun with an unverified Google address, too', async () => {
    const account = newAccount();
    const attacker = { ...account, sub: '666', emailVerified: false };
    expect(await signIn(attacker)).toMatchObject({ ok: true, data: { action: 'redirect' } });
    const link = await linkSentTo(account.email);
    const owner = await signInAs(account);
    await server.call(verifyEmail, { query: { token: link } });
    expect(await signIn(attacker)).toMatchObject({ ok: true, data: { action: 'redirect' } });
    expect(await identitiesOf(owner.id)).toHaveLength(1);
  });

  test('creates one user in 10 concurrent sign-ins on two servers', async () => {
    const other = await startFresh({ sharing: server });
    const account = newAccount();
    const ready = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const at = index % 2 === 0 ? server : other;
        const browser: CookieJar = new Map();
        return { at, browser, callback: await choose(await begin(browser, at), account) };
      }),
    );
    const answers = await Promise.all(ready.map(({ at, browser, callback }) => finish(browser, callback, at)));
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, data: { action: 'authenticate' } });
    const user = await userWith(account);
    const { token } = await signInAs(account);
    const sessions = await server.call(listSessions, {}, { token });
    expect(sessions.ok && sessions.data).toHaveLength(11);
    const actions = await actionsOf(user?.id ?? '');
    expect(actions.filter((action) => action === 'google-linked')).toHaveLength(1);
    expect(actions.filter((action) => action === 'registered')).toHaveLength(1);
  });

  test('ends the browser’s previous session', async () => {
    const browser: CookieJar = new Map();
    const first = await signInAs(newAccount(), browser);
    await signInAs(newAccount(), browser);
    expect(await server.call(getMe, {}, { token: first.token })).toMatchObject(refusal('session-ended'));
  });
});

describe('a sign-in in another browser', () => {
  const countMails = async ({ email }: Account) => {
    await server.runJobs();
    return server.mails.filter(({ to }) => to === email).length;
  };

  test('is reported by email, except for the first sign-in ever and in a browser that was used before', async () => {
    const account = newAccount();
    const [home, work]: [CookieJar, CookieJar] = [new Map(), new Map()];
    await signInAs(account, home);
    await signInAs(account, home);
    expect(await countMails(account)).toBe(0);
    await signInAs(account, work);
    expect(await countMails(account)).toBe(1);
    await signInAs(account, work);
    await signInAs(account, home);
    expect(await countMails(account)).toBe(1);
  });

  test('is reported by email even if another user has signed in there', async () => {
    const [account, other] = [newAccount(), newAccount()];
    const shared: CookieJar = new Map();
    await signInAs(account);
    await signInAs(other, shared);
    await signInAs(account, shared);
    expect(await countMails(account)).toBe(1);
  });

  test('recognizes browsers only by our cookie', async () => {
    const browser: CookieJar = new Map([['saykey_browser', { value: 'chosen', path: '/auth' }]]);
    await signInAs(newAccount(), browser);
    expect(browser.get('saykey_browser')?.value).toMatch(/^[\w-]{43}$/);
  });
});

describe('a Google account with an unverified address', () => {
  const toLogin = { ok: true, status: 200, data: { action: 'redirect', url: 'http://localhost:3000/login' } };

  test('signs in only after the link emailed to the address was used', async () => {
    const account = newAccount({ emailVerified: false });
    const browser: CookieJar = new Map();
    expect(await signIn(account, browser)).toMatchObject(toLogin);
    expect([...browser.keys()]).toEqual([]);
    expect(await userWith(account)).toMatchObject({ emailVerifiedAt: null });
    const token = await linkSentTo(account.email);
    expect(await server.call(verifyEmail, { query: { token } })).toMatchObject({ ok: true });
    expect(await signInAs(account)).toMatchObject({ email: account.email });
  });

  test('is never linked to an account with the address: its owner gets an email, and the response is the same', async () => {
    const owner = await createUser(server);
    const account = newAccount({ email: owner.email, emailVerified: false });
    expect(await signIn(account)).toMatchObject(toLogin);
    await server.runJobs();
    expect(server.mails.filter(({ to }) => to === owner.email)).toHaveLength(1);
    expect(server.mails.findLast(({ to }) => to === owner.email)?.text).not.toContain('verify-email');
    expect(await signIn(account)).toMatchObject(toLogin);
    expect(await identitiesOf(owner.id)).toEqual([]);
  });

  test('sends a limited number of emails to an address, known or not', async () => {
    const owner = await createUser(server);
    for (const email of [owner.email, newAccount().email]) {
      const account = newAccount({ email, emailVerified: false });
      for (let count = 0; count < RATE_LIMITS.register.account.count; count += 1) {
        expect(await signIn(account)).toMatchObject(toLogin);
      }
      expect(await signIn(account)).toMatchObject(refusal('too-many-requests'));
    }
  });

  test.each([['true'], [1], [null]])(
    'includes one if Google says %j (null: nothing) instead of true',
    async (verified) => {
      await control('token', { claims: { email_verified: verified } });
      const account = newAccount();
      expect(await signIn(account)).toMatchObject(toLogin);
      expect(await userWith(account)).toMatchObject({ emailVerifiedAt: null });
    },
  );
});

describe('a Google account whose mailbox Google does not host', () => {
  const toLinkPage = { ok: true, status: 200, data: { action: 'redirect', url: 'http://localhost:3000/link-google' } };

  /** The token of the emailed link that links a Google account. */
  async function linkMailedTo(email: string): Promise<string> {
    await server.runJobs();
    const mail = server.mails.findLast(({ to }) => to === email);
    const token = /link-google\?token=([^\s"&]+)/.exec(mail?.text ?? '')?.[1];
    if (token === undefined) throw new Error('No link was sent.');
    return token;
  }
  const link = (token: string, at = server) => at.call(linkGoogle, { body: { token } });

  test('opens an existing account only once its owner has confirmed it by email', async () => {
    const owner = await createUser(server);
    const account = newAccount({ email: owner.email });
    const browser: CookieJar = new Map();
    expect(await signIn(account, browser)).toMatchObject(toLinkPage);
    expect([...browser.keys()]).toEqual([]);
    expect(await identitiesOf(owner.id)).toEqual([]);

    const token = await linkMailedTo(owner.email);
    expect(await server.call(verifyEmail, { query: { token } })).toMatchObject(refusal('invalid-verification-link'));
    expect(await identitiesOf(owner.id)).toEqual([]);
    for (const _ of ['first', 'again']) expect(await link(token)).toMatchObject({ ok: true, data: { linked: true } });
    expect(await signInAs(account)).toMatchObject({ id: owner.id });
    expect(await actionsOf(owner.id)).toEqual(['google-linked', 'signed-in-with-google']);
    expect(await server.call(getMe, {}, { token: owner.token })).toMatchObject({ ok: true });
  });

  test.each(['gmail.com', 'googlemail.com'])(
    'does not include %s, which opens an existing account immediately',
    async (domain) => {
      const owner = await createUser(server, { email: `owner@${domain}` });
      expect(await signInAs(newAccount({ email: owner.email }))).toMatchObject({ id: owner.id });
    },
  );

  test.each(['owner@gmail.com.example.com', 'owner@notgmail.com'])('includes %s', async (email) => {
    await createUser(server, { email });
    expect(await signIn(newAccount({ email }))).toMatchObject(toLinkPage);
  });

  test.each([[''], [true], [null]])(
    'includes one if Google says %j (null: nothing) about its organization',
    async (hd) => {
      const owner = await createUser(server);
      await control('token', { claims: { hd } });
      expect(await signIn(newAccount({ email: owner.email }))).toMatchObject(toLinkPage);
    },
  );

  test('creates an account if there is none, and takes over an unverified one', async () => {
    const account = newAccount();
    expect(await signInAs(account)).toMatchObject({ email: account.email });
    const begun = newAccount();
    await server.call(register, { body: { email: begun.email, password: 'somebody else knows this' } });
    expect(await signInAs(begun)).toMatchObject({ email: begun.email });
  });

  test('is linked only by its own link, which is valid for a day', async () => {
    const owner = await createUser(server);
    const account = newAccount({ email: owner.email });
    await signIn(account);
    const token = await linkMailedTo(owner.email);
    for (const other of ['x', `${token}x`, owner.token]) {
      expect(await link(other)).toMatchObject(refusal('invalid-google-link'));
    }
    const unverified = newAccount({ emailVerified: false });
    await signIn(unverified);
    expect(await link(await linkSentTo(unverified.email))).toMatchObject(refusal('invalid-google-link'));
    const before = server.clock.now().toISOString();
    onTestFinished(() => server.clock.set(before));
    server.clock.advance(24 * HOUR_MS);
    expect(await link(token)).toMatchObject(refusal('invalid-google-link'));
    expect(await identitiesOf(owner.id)).toEqual([]);
  });

  test('that has been linked to another account meanwhile stays linked to it', async () => {
    const owner = await createUser(server);
    const account = newAccount({ email: owner.email, sub: '700700' });
    await signIn(account);
    const token = await linkMailedTo(owner.email);
    const other = await signInAs({ ...account, email: 'moved@example.com' });
    expect(await link(token)).toMatchObject(refusal('invalid-google-link'));
    expect(await identitiesOf(other.id)).toHaveLength(1);
  });

  test('is linked once by 10 concurrent confirmations on two servers', async () => {
    const other = await startFresh({ sharing: server });
    const owner = await createUser(server);
    await signIn(newAccount({ email: owner.email }));
    const token = await linkMailedTo(owner.email);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => link(token, turn % 2 ? server : other)));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(await actionsOf(owner.id)).toEqual(['google-linked']);
  });

  test('causes a limited number of emails', async () => {
    const owner = await createUser(server);
    const account = newAccount({ email: owner.email });
    for (let count = 0; count < RATE_LIMITS.register.account.count; count += 1) {
      expect(await signIn(account)).toMatchObject(toLinkPage);
    }
    expect(await signIn(account)).toMatchObject(refusal('too-many-requests'));
  });
});

describe('the callback from Google', () => {
  test('reports that the user canceled', async () => {
    const browser: CookieJar = new Map();
    expect(await signIn(null, browser)).toMatchObject(refusal('google-sign-in-declined'));
    expect(browser.has(GOOGLE_COOKIE)).toBe(false);
  });

  test('fails with any other error from Google', async () => {
    const browser: CookieJar = new Map();
    const { state = '', iss = '' } = await choose(await begin(browser), null);
    expect(await finish(browser, { error: 'server_error', state, iss })).toMatchObject(
      refusal('google-sign-in-failed'),
    );
  });

  test('fails in a browser other than the one that started it', async () => {
    const account = newAccount();
    const callback = await choose(await begin(new Map()), account);
    expect(await finish(new Map(), callback)).toMatchObject(refusal('google-sign-in-failed'));
    const victim: CookieJar = new Map();
    await begin(victim);
    expect(await finish(victim, callback)).toMatchObject(refusal('google-sign-in-failed'));
    expect(victim.size).toBe(0);
    expect(await userWith(account)).toBeUndefined();
  });

  test.each<[string, (callback: Record<string, string>) => Record<string, string>]>([
    ['another state', (callback) => ({ ...callback, state: 'x'.repeat(43) })],
    ['no state', ({ state: _, ...callback }) => callback],
    ['another issuer', (callback) => ({ ...callback, iss: 'https://accounts.google.com' })],
    ['no issuer', ({ iss: _, ...callback }) => callback],
    ['another code', (callback) => ({ ...callback, code: 'x'.repeat(43) })],
    ['no code', ({ code: _, ...callback }) => callback],
    ['nothing at all', () => ({})],
    ['an error with another state', ({ iss = '' }) => ({ error: 'access_denied', state: 'x', iss })],
  ])('fails with %s', async (_what, change) => {
    const browser: CookieJar = new Map();
    const callback = await choose(await begin(browser), newAccount());
    expect(await finish(browser, change(callback))).toMatchObject(refusal('google-sign-in-failed'));
    expect(browser.size).toBe(0);
  });

  test('works once: neither the cookie nor the code is accepted again', async () => {
    const browser: CookieJar = new Map();
    const callback = await choose(await begin(browser), newAccount());
    const before: CookieJar = new Map(browser);
    expect(await finish(browser, callback)).toMatchObject({ ok: true });
    expect(await finish(browser, callback)).toMatchObject(refusal('google-sign-in-failed'));
    expect(await finish(before, callback)).toMatchObject(refusal('google-sign-in-failed'));
  });

  test('belongs to its attempt: a code of another attempt fails by PKCE and nonce', async () => {
    const [one, other]: [CookieJar, CookieJar] = [new Map(), new Map()];
    const mine = await choose(await begin(one), newAccount());
    const { code = '' } = await choose(await begin(other), newAccount());
    expect(await finish(one, { ...mine, code })).toMatchObject(refusal('google-sign-in-failed'));
  });

  test('fails after 10 minutes, and with a cookie that is not ours', async () => {
    const fresh = await startFresh();
    const browser: CookieJar = new Map();
    const callback = await choose(await begin(browser, fresh), newAccount());
    fresh.clock.advance(10 * MINUTE_MS);
    expect(await finish(browser, callback, fresh)).toMatchObject(refusal('google-sign-in-failed'));
    for (const value of ['', 'x', 'a.b.c.d.e']) {
      const forged: CookieJar = new Map([[GOOGLE_COOKIE, { value, path: '/auth' }]]);
      expect(await finish(forged, callback, fresh)).toMatchObject(refusal('google-sign-in-failed'));
    }
  });

  test('is accepted only from our own pages', async () => {
    const browser: CookieJar = new Map();
    const body = await choose(await begin(browser), newAccount());
    for (const Origin of ['https://elsewhere.example', 'null']) {
      const answer = await server.call(finishGoogleSignIn, { body }, { cookies: browser, headers: { Origin } });
      expect(answer).toMatchObject(refusal('foreign-origin'));
    }
    expect(await finish(browser, body)).toMatchObject({ ok: true });
  });

  test('accepts additional parameters, and rejects those that are not strings', async () => {
    const browser: CookieJar = new Map();
    const callback = await choose(await begin(browser), newAccount());
    const more = { scope: 'openid', authuser: '0', prompt: 'none', response: 'x', id_token: 'x' };
    expect(await finish(browser, { ...callback, ...more })).toMatchObject({ ok: true });
    const response = await fetch(`${server.url}${finishGoogleSignIn.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: { $gt: '' }, state: ['x'] }),
    });
    expect(response.status).toBe(400);
  });
});

describe('an ID token', () => {
  const seconds = () => Math.floor(Date.now() / 1_000);

  test.each<[string, () => Record<string, unknown>]>([
    ['of another issuer', () => ({ claims: { iss: 'https://accounts.google.com' } })],
    ['for another client', () => ({ claims: { aud: 'another-client' } })],
    ['for another client too', () => ({ claims: { aud: [google().clientId, 'another-client'] } })],
    ['with another nonce', () => ({ claims: { nonce: 'x' } })],
    ['without a nonce', () => ({ claims: { nonce: null } })],
    ['that has expired', () => ({ claims: { exp: seconds() - 10 } })],
    ['that is not valid yet', () => ({ claims: { nbf: seconds() + 60 } })],
    ['without an expiry', () => ({ claims: { exp: null } })],
    ['without a subject', () => ({ claims: { sub: null } })],
    ['with an empty subject', () => ({ claims: { sub: '' } })],
    ['without an address', () => ({ claims: { email: null } })],
    ['with an invalid address', () => ({ claims: { email: 'nobody' } })],
    ['signed by another key', () => ({ signature: 'other-key' })],
    ['signed by an unknown key', () => ({ signature: 'unknown-key' })],
    ['that is not signed', () => ({ signature: 'none' })],
  ])('%s signs nobody in', async (_what, spoil) => {
    await control('token', spoil());
    const account = newAccount();
    const browser: CookieJar = new Map();
    expect(await signIn(account, browser)).toMatchObject(refusal('google-sign-in-failed'));
    expect(browser.size).toBe(0);
    expect(await userWith(account)).toBeUndefined();
  });

  test('is accepted if Google’s clock is up to 5 seconds ahead', async () => {
    await control('token', { claims: { nbf: seconds() + 4 } });
    expect(await signIn(newAccount())).toMatchObject({ ok: true });
  });
});

describe('while Google is down', () => {
  test.each([['refuse'], ['500']])('a sign-in can’t start (%s), but can as soon as Google is back', async (mode) => {
    const fresh = await startFresh();
    await control('outage', { mode });
    const answer = await fresh.call(authorizeWithGoogle, {});
    expect(answer).toMatchObject(refusal('google-unavailable'));
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { token } = await createUser(fresh);
    expect(await fresh.call(getMe, {}, { token })).toMatchObject({ ok: true });
    await control('outage', { mode: 'off' });
    await signInAs(newAccount(), new Map(), fresh);
  });

  test('a browser is redirected to the site’s callback page, which gets the reason', async () => {
    const fresh = await startFresh();
    await control('outage', { mode: 'refuse' });
    const sent = await fetch(`${fresh.url}${authorizeWithGoogle.path}`, {
      redirect: 'manual',
      headers: { Accept: 'text/html,application/xhtml+xml' },
    });
    const location = new URL(sent.headers.get('location') ?? '');
    expect([sent.status, location.pathname]).toEqual([302, '/auth/google/callback']);
    const answer = await finish(new Map(), Object.fromEntries(location.searchParams), fresh);
    expect(answer).toMatchObject(refusal('google-unavailable'));
  });

  test.each([
    ['refuse', 'token'],
    ['500', 'token'],
    ['500', 'keys'],
    ['refuse', 'keys'],
  ])('a started sign-in can’t be completed (%s at %s)', async (mode, at) => {
    const fresh = await startFresh();
    const browser: CookieJar = new Map();
    const callback = await choose(await begin(browser, fresh), newAccount());
    await control('outage', { mode, at });
    expect(await finish(browser, callback, fresh)).toMatchObject(refusal('google-unavailable'));
    expect(browser.has('saykey_refresh')).toBe(false);
  });

  test('its configuration is cached for an hour, and then fetched again', async () => {
    const fresh = await startFresh();
    await begin(new Map(), fresh);
    await control('outage', { mode: 'refuse', at: 'discovery' });
    fresh.clock.advance(HOUR_MS - 1);
    await begin(new Map(), fresh);
    fresh.clock.advance(1);
    expect(await fresh.call(authorizeWithGoogle, {})).toMatchObject(refusal('google-unavailable'));
  });

  test('the server still starts and serves other calls', async () => {
    await control('outage', { mode: 'hang' });
    const fresh = await startFresh();
    const { token } = await createUser(fresh);
    expect(await fresh.call(getMe, {}, { token })).toMatchObject({ ok: true });
  });
});

import {
  exchangeSetupToken,
  generateSetupToken,
  getMe,
  login,
  logout,
  refreshDevice,
  resetPassword as resetPasswordCall,
} from '@workspace/contract/auth';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents, oneTimeTokens, users } from '../database/schema.ts';
import { PASSWORD, registerAndVerify, registerByCall } from '../email/testing/verify-by-mail.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { makePasswordResetLink, RESET_LINK_MS } from './reset-password.ts';
import { browserWith } from './testing/browsers.ts';
import { CountingHashing } from './testing/counting-hashing.ts';

let server: TestServer;
const passwords = new CountingHashing();
beforeAll(async () => {
  server = await startTestServer({ services: { passwords }, config: { trustProxy: 1 } });
});
afterAll(() => server.close());

const NEW_PASSWORD = 'another password';

const reset = (token: string, password = NEW_PASSWORD, headers = {}) =>
  server.call(resetPasswordCall, { body: { token, password } }, { headers });
const signInAs = (email: string, password: string) => server.call(login, { body: { email, password } });

async function idOf(email: string): Promise<string> {
  const [user] = await server.services.database.select().from(users).where(eq(users.email, email));
  return user?.id ?? '';
}

async function makeToken(userId: string): Promise<string> {
  const link = new URL(
    await makePasswordResetLink(server.services.database, server.services, userId, { operator: 'anna' }),
  );
  expect(`${link.origin}${link.pathname}`).toBe(`${server.services.config.siteUrl}/reset-password`);
  return link.searchParams.get('token') ?? '';
}

describe('POST /auth/reset-password', () => {
  it('sets the password with the link from support', async () => {
    await registerAndVerify(server, 'forgetful@example.com');
    const token = await makeToken(await idOf('forgetful@example.com'));
    expect(await reset(token)).toMatchObject({ ok: true, status: 200, data: { reset: true } });
    expect(await signInAs('forgetful@example.com', NEW_PASSWORD)).toMatchObject({ ok: true });
    expect(await signInAs('forgetful@example.com', PASSWORD)).toMatchObject({ ok: false, status: 401 });
  });

  it('ends the user’s sessions, setup tokens and other reset links, and nobody else’s', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    const device = await createUser(server, { kind: 'device' });
    await server.services.database.update(users).set({ email: 'renamed@example.com' }).where(eq(users.id, device.id));
    const setup = await server.call(generateSetupToken, {}, { token: user.token });
    const othersToken = await makeToken(other.id);
    const [token, second] = [await makeToken(user.id), await makeToken(user.id)];
    const devicesToken = await makeToken(device.id);
    expect(await reset(token)).toMatchObject({ ok: true });
    expect(await reset(devicesToken)).toMatchObject({ ok: true });

    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: false, status: 401 });
    const refreshToken = device.refreshToken;
    expect(await server.call(refreshDevice, { body: { refreshToken } })).toMatchObject({ ok: false, status: 401 });
    const setupToken = setup.ok ? setup.data.token : '';
    const mac = { name: 'A Mac', platform: 'macOS', appVersion: '0.5.5' };
    expect(await server.call(exchangeSetupToken, { body: { setupToken, device: mac } })).toMatchObject({ status: 401 });
    expect(await reset(second)).toMatchObject({ status: 400 });
    expect(await server.call(getMe, {}, { token: other.token })).toMatchObject({ ok: true });
    expect(await reset(othersToken)).toMatchObject({ ok: true });
  });

  it('works only once, even for twenty concurrent calls', async () => {
    const { id } = await createUser(server);
    const token = await makeToken(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('works only once for two concurrent links of the same user', async () => {
    const { id } = await createUser(server);
    const tokens = [await makeToken(id), await makeToken(id)];
    const { database } = server.services;
    const { answers } = await database.transaction(async (transaction) => {
      await transaction.select().from(users).where(eq(users.id, id)).for('update');
      const answers = Promise.all(tokens.map((token) => reset(token)));
      await untilQueryWaits(database, { count: 2 });
      return { answers };
    });
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('does not deadlock with a concurrent sign-out', async () => {
    const { id, token: accessToken, refreshToken } = await createUser(server);
    await server.call(generateSetupToken, {}, { token: accessToken });
    const token = await makeToken(id);
    const { database } = server.services;
    const { resetting, signingOut } = await database.transaction(async (transaction) => {
      await transaction.select().from(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'setup')).for('update');
      const resetting = reset(token);
      await untilQueryWaits(database);
      const signingOut = server.call(logout, {}, { cookies: browserWith(refreshToken) });
      // Had signing out ended the session before waiting for the setup token, each would now be waiting for the other.
      await untilQueryWaits(database, { count: 2 });
      return { resetting, signingOut };
    });
    expect(await Promise.all([resetting, signingOut])).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('works until the link expires', async () => {
    const { id } = await createUser(server);
    const [inTime, late] = [await makeToken(id), await makeToken((await createUser(server)).id)];
    server.clock.advance(RESET_LINK_MS - 1);
    expect(await reset(inTime)).toMatchObject({ ok: true });
    server.clock.advance(1);
    expect(await reset(late)).toMatchObject({
      ok: false,
      status: 400,
      errors: ['This link is invalid, has already been used or has expired. Ask support for a new one.'],
    });
  });

  it('refuses malformed tokens and those for another purpose', async () => {
    const user = await createUser(server);
    const setup = await server.call(generateSetupToken, {}, { token: user.token });
    for (const token of ['x', '\u0000', `${await makeToken(user.id)}x`, setup.ok ? setup.data.token : '']) {
      expect(await reset(token)).toMatchObject({ ok: false, status: 400 });
    }
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });
  });

  it('hashes nothing for an invalid or used link', async () => {
    const used = await makeToken((await createUser(server)).id);
    expect(await reset(used)).toMatchObject({ ok: true });
    passwords.take();
    for (const token of [used, 'x']) expect(await reset(token)).toMatchObject({ status: 400 });
    expect(passwords.take()).toBe(0);
  });

  it('refuses a common password, and leaves the link usable', async () => {
    const token = await makeToken((await createUser(server)).id);
    expect(await reset(token, 'password123')).toMatchObject({
      status: 400,
      errors: [expect.stringContaining('common')],
    });
    expect(await reset(token)).toMatchObject({ ok: true });
  });

  it('leaves the link usable if the password is too short or the server too busy', async () => {
    const token = await makeToken((await createUser(server)).id);
    expect(await reset(token, '1234567')).toMatchObject({
      status: 400,
      errors: ['Password must be at least 8 characters'],
    });
    passwords.isBusy = true;
    expect(await reset(token)).toMatchObject({ status: 503 });
    passwords.isBusy = false;
    expect(await reset(token)).toMatchObject({ ok: true });
  });

  it('does not verify the address', async () => {
    await registerByCall(server, 'unverified@example.com');
    expect(await reset(await makeToken(await idOf('unverified@example.com')))).toMatchObject({ ok: true });
    expect(await signInAs('unverified@example.com', NEW_PASSWORD)).toMatchObject({ ok: false, status: 403 });
    expect(await signInAs('unverified@example.com', 'not the password')).toMatchObject({ ok: false, status: 401 });
  });

  it('stores no token in plain text, and audits who did what', async () => {
    const { id } = await createUser(server);
    const token = await makeToken(id);
    const { database } = server.services;
    const stored = await database.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    await reset(token);
    const events = await database.select().from(auditEvents).where(eq(auditEvents.userId, id));
    expect(events).toMatchObject([
      { actor: 'support', action: 'reset-link-made' },
      { actor: 'user', action: 'password-reset' },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('limits attempts per network address', async () => {
    for (let attempt = 0; attempt < RATE_LIMITS.resetPassword.address.count; attempt += 1) {
      await server.services.rateLimits.count('resetPassword', 'address', '192.0.2.1');
    }
    expect(await reset('x', NEW_PASSWORD, { 'X-Forwarded-For': '192.0.2.1' })).toMatchObject({ status: 429 });
    expect(await reset('x', NEW_PASSWORD, { 'X-Forwarded-For': '192.0.2.2' })).toMatchObject({ status: 400 });
  });
});

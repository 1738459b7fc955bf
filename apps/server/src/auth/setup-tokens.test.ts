import {
  endSession,
  exchangeSetupToken,
  generateSetupToken,
  getMe,
  listSessions,
  refreshDevice,
} from '@workspace/contract/auth';
import { readAnswer } from '@workspace/contract/request';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../clock.ts';
import { auditEvents, oneTimeTokens, sessions, users } from '../database/schema.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { newToken } from '../secrets/keys.ts';
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { endAllSessions } from './sessions.ts';
import { SETUP_TOKEN_MS } from './setup-tokens.ts';

const DEVICE = { name: 'Studio', platform: 'macOS 15.3', appVersion: '0.5.5' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function generateFor({ token }: { token: string }): Promise<string> {
  const answer = await server.call(generateSetupToken, {}, { token });
  if (!answer.ok) throw new Error(`It was refused with ${answer.status}.`);
  return answer.data.token;
}

const exchange = (setupToken: string, at = server) =>
  at.call(exchangeSetupToken, { body: { setupToken, device: DEVICE } });

describe('a setup token', () => {
  test('links an app, which gets its own session with working tokens', async () => {
    const user = await createUser(server);
    const answer = await exchange(await generateFor(user));
    if (!answer.ok) throw new Error('It was refused.');
    const { token, refreshToken } = answer.data;
    expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true, data: { email: user.email } });
    expect(await server.call(refreshDevice, { body: { refreshToken } })).toMatchObject({ ok: true });
    const listed = await server.call(listSessions, {}, { token: user.token });
    expect(listed).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ ...DEVICE, kind: 'device', isCurrent: false })]),
    });
  });

  test('is audited and reported by mail when used', async () => {
    const user = await createUser(server);
    const answer = await exchange(await generateFor(user));
    expect(answer.ok).toBe(true);
    const events = await server.services.database.select().from(auditEvents).where(eq(auditEvents.userId, user.id));
    expect(events).toMatchObject([{ actor: 'user', action: 'device-linked', subjectId: expect.any(String) }]);
    await server.runJobs();
    const mails = server.mails.filter(({ to }) => to === user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(DEVICE.name);
  });

  test('has 256 random bits and is not stored in plain text', async () => {
    const user = await createUser(server);
    const [one, other] = [await generateFor(user), await generateFor(user)];
    expect(Buffer.from(one, 'base64url')).toHaveLength(32);
    expect(one).not.toBe(other);
    const kept = await server.services.database.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
    expect(kept).toHaveLength(2);
    for (const token of [one, other]) expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('leaves no session behind if exchanged while all of its user’s sessions end', async () => {
    const user = await createUser(server);
    const setupToken = await generateFor(user);
    const { database } = server.services;
    const { linking, ending } = await database.transaction(async (transaction) => {
      await transaction.select().from(users).where(eq(users.id, user.id)).for('update');
      const linking = exchange(setupToken);
      await untilQueryWaits(database);
      const ending = database.transaction((other) => endAllSessions(other, user.id));
      await untilQueryWaits(database, { count: 2 });
      return { linking, ending };
    });
    expect(await linking).toMatchObject({ ok: true });
    await ending;
    expect(await database.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
  });

  test.each([
    [
      'all of its user’s sessions end',
      (user: TestUser) => server.services.database.transaction((other) => endAllSessions(other, user.id)),
    ],
    [
      'its session ends',
      (user: TestUser) => server.call(endSession, { params: { id: user.sessionId } }, { token: user.token }),
    ],
  ])('never outlives its session, however many are made while %s', async (_, end) => {
    for (let round = 0; round < 10; round += 1) {
      const user = await createUser(server);
      const making = Array.from({ length: 20 }, () => server.call(generateSetupToken, {}, { token: user.token }));
      // Once the first is made, with others still under way.
      await Promise.race(making);
      await end(user);
      const answers = await Promise.all(making);
      expect(answers.filter(({ ok, status }) => !ok && status !== 401)).toEqual([]);
      const kept = await server.services.database.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
      expect(kept).toEqual([]);
    }
  });

  test('is refused if its session ends while it is being made', async () => {
    const user = await createUser(server);
    const { database } = server.services;
    const making = await database.transaction(async (transaction) => {
      await transaction.delete(sessions).where(eq(sessions.id, user.sessionId));
      const making = server.call(generateSetupToken, {}, { token: user.token });
      await untilQueryWaits(database, { text: 'one_time_tokens' });
      return { answer: making };
    });
    expect(await making.answer).toMatchObject(refusal('session-ended'));
  });

  test('survives the end of another session', async () => {
    const user = await createUser(server);
    const linked = await exchange(await generateFor(user));
    const setupToken = await generateFor(user);
    const listed = await server.call(listSessions, {}, { token: user.token });
    const device = listed.ok ? listed.data.find(({ kind }) => kind === 'device') : undefined;
    await server.call(endSession, { params: { id: device?.id ?? '' } }, { token: user.token });
    expect(linked.ok && (await exchange(setupToken)).ok).toBe(true);
  });

  test('from a version 0.5 server, which names no session, is void once any of its user’s ends', async () => {
    const user = await createUser(server);
    const setupToken = await generateFor(user);
    await server.services.database.update(oneTimeTokens).set({ sessionId: null });
    await server.call(endSession, { params: { id: user.sessionId } }, { token: user.token });
    expect(await exchange(setupToken)).toMatchObject(refusal('invalid-setup-token'));
  });

  test('works only once for 20 concurrent exchanges on two servers', async () => {
    const user = await createUser(server);
    const setupToken = await generateFor(user);
    const other = await startTestServer({ sharing: server });
    onTestFinished(() => other.close());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => exchange(setupToken, index % 2 === 0 ? server : other)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(refusal('invalid-setup-token'));
    const listed = await server.call(listSessions, {}, { token: user.token });
    expect(listed.ok && listed.data.filter(({ kind }) => kind === 'device')).toHaveLength(1);
    expect(await exchange(setupToken)).toMatchObject(refusal('invalid-setup-token'));
  });

  test('is valid for five minutes', async () => {
    const user = await createUser(server);
    const [early, late] = [await generateFor(user), await generateFor(user)];
    server.clock.advance(SETUP_TOKEN_MS - 1);
    expect(await exchange(early)).toMatchObject({ ok: true });
    server.clock.advance(1);
    expect(await exchange(late)).toMatchObject(refusal('invalid-setup-token'));
    expect(SETUP_TOKEN_MS).toBe(5 * MINUTE_MS);
  });

  test('is refused if it was made up or is another kind of token', async () => {
    const { token, refreshToken } = await createUser(server);
    for (const wrong of [newToken(), 'x', token, refreshToken]) {
      expect(await exchange(wrong)).toMatchObject(refusal('invalid-setup-token'));
    }
  });

  test('is not interchangeable with a password reset token, which stays valid', async () => {
    const { id } = await createUser(server);
    const setupToken = await generateFor(await createUser(server));
    const { database } = server.services;
    await database.update(oneTimeTokens).set({ purpose: 'password-reset', userId: id });
    expect(await exchange(setupToken)).toMatchObject(refusal('invalid-setup-token'));
    expect(await database.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, id))).not.toEqual([]);
  });

  test('is void after its user is deleted', async () => {
    const user = await createUser(server);
    const setupToken = await generateFor(user);
    await server.services.database.delete(users).where(eq(users.id, user.id));
    expect(await exchange(setupToken)).toMatchObject(refusal('invalid-setup-token'));
  });

  test('is void after its session ends, so a signed-out device cannot get back in with it', async () => {
    const user = await createUser(server);
    const setupToken = await generateFor(user);
    const ended = await server.call(endSession, { params: { id: user.sessionId } }, { token: user.token });
    expect(ended).toMatchObject({ ok: true });
    expect(await exchange(setupToken)).toMatchObject(refusal('invalid-setup-token'));
  });

  test('is made only for signed-in users, and only a limited number of times', async () => {
    expect(await server.call(generateSetupToken, {})).toMatchObject(refusal('not-signed-in'));
    const user = await createUser(server);
    for (let count = 0; count < RATE_LIMITS.generateSetupToken.account.count; count += 1) await generateFor(user);
    const answer = await server.call(generateSetupToken, {}, { token: user.token });
    expect(answer).toMatchObject(refusal('too-many-requests'));
    await generateFor(await createUser(server));
  });

  test('is protected from guessing: attempts are limited per address', async () => {
    const own = await startTestServer();
    onTestFinished(() => own.close());
    for (let count = 0; count < RATE_LIMITS.exchangeSetupToken.address.count; count += 1) {
      await own.services.rateLimits.count('exchangeSetupToken', 'address', '127.0.0.1');
    }
    expect(await exchange(newToken(), own)).toMatchObject(refusal('too-many-requests'));
  });

  test('is exchanged only by an app that describes its device; other fields are ignored', async () => {
    const setupToken = await generateFor(await createUser(server));
    const { id } = await createUser(server);
    const post = (body: unknown) =>
      fetch(`${server.url}${exchangeSetupToken.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (const device of [
      undefined,
      {},
      { ...DEVICE, name: ' ' },
      { ...DEVICE, name: 'x'.repeat(101) },
      { ...DEVICE, platform: 'mac\u0000OS' },
    ]) {
      expect((await post({ setupToken, device })).status).toBe(400);
    }
    const more = { kind: 'browser', userId: id, expiresAt: '2999-01-01T00:00:00Z' };
    const response = await post({ setupToken, device: { ...DEVICE, ...more }, ...more });
    const answer = readAnswer(exchangeSetupToken, response.status, await response.json());
    if (!answer.ok) throw new Error('It was refused.');
    const { token } = answer.data;
    const me = await server.call(getMe, {}, { token });
    expect(me.ok && me.data.id).not.toBe(id);
    const listed = await server.call(listSessions, {}, { token });
    expect(listed.ok && listed.data.find(({ isCurrent }) => isCurrent)?.kind).toBe('device');
  });
});

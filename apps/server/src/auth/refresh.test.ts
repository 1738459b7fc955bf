import { getMe, logout, refresh, refreshDevice } from '@workspace/contract/auth';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import { openDatabase } from '../database/database.ts';
import { auditEvents, sessions, users } from '../database/schema.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { refusal } from '../testing/refusal.ts';
import { TestClock } from '../testing/test-clock.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { COOKIES } from './cookies.ts';
import { SESSION } from './sessions.ts';
import { browserWith, cookiesSetBy, refreshTokenIn } from './testing/browsers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function startBeside(options: TestServerOptions): Promise<TestServer> {
  const another = await startTestServer({ sharing: server, ...options });
  onTestFinished(() => another.close());
  return another;
}

/**
 * Refreshes as a browser with only this token. Resolves with the answer, and the token that the browser has afterwards.
 */
async function refreshWith(refreshToken: string | undefined, at = server) {
  const browser = browserWith(refreshToken);
  const answer = await at.call(refresh, {}, { cookies: browser });
  return { answer, successor: refreshTokenIn(browser) };
}

/** Refreshes, and throws if that is refused. */
async function succeed(refreshToken: string, at = server): Promise<{ token: string; successor: string }> {
  const { answer, successor } = await refreshWith(refreshToken, at);
  if (!answer.ok || successor === undefined) throw new Error(`It was refused with ${answer.status}.`);
  return { token: answer.data.token, successor };
}

/** Starts a server that can't reach its database, except for the counters of attempts. */
function startWithoutDatabase(): Promise<TestServer> {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }, () => {});
  onTestFinished(() => away.close());
  return startBeside({ services: { database: away.database } });
}

describe('a refresh', () => {
  test('gives an access token and replaces the refresh token', async () => {
    const user = await createUser(server);
    const { token, successor } = await succeed(user.refreshToken);
    expect(successor).not.toBe(user.refreshToken);
    expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true, data: { id: user.id } });
    expect((await succeed(successor)).successor).not.toBe(successor);
  });

  test('sets a cookie that scripts and other sites never get', async () => {
    const { answer } = await refreshWith((await createUser(server)).refreshToken);
    const cookie = cookiesSetBy(answer).get(COOKIES.refreshToken.name);
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/auth; HttpOnly; SameSite=Strict$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('sets a cookie that is sent only over HTTPS in production', async () => {
    const production = await startBeside({ config: { isProduction: true } });
    const { answer } = await refreshWith((await createUser(server)).refreshToken, production);
    expect(cookiesSetBy(answer).get(COOKIES.refreshToken.name)).toContain('; Secure');
  });

  test('is refused with no token, a foreign or tampered one, or an access token', async () => {
    const { refreshToken, token } = await createUser(server);
    const [sessionId, generation, signature] = refreshToken.split('.');
    for (const bad of [
      undefined,
      'no-token',
      `${sessionId}.${generation}`,
      `${sessionId}.1.${signature}`,
      `${refreshToken}x`,
      refreshToken.slice(0, -1),
      token,
    ]) {
      const { answer } = await refreshWith(bad);
      expect(answer).toMatchObject(refusal('session-ended'));
    }
    await succeed(refreshToken);
  });

  test('refuses an app’s token in a cookie and a browser’s in a body, but ends neither session', async () => {
    const browser = await createUser(server);
    const device = await createUser(server, { kind: 'device' });
    expect((await refreshWith(device.refreshToken)).answer).toMatchObject(refusal('session-ended'));
    const body = { refreshToken: browser.refreshToken };
    expect(await server.call(refreshDevice, { body })).toMatchObject(refusal('session-ended'));
    await succeed(browser.refreshToken);
    expect(await server.call(refreshDevice, { body: { refreshToken: device.refreshToken } })).toMatchObject({
      ok: true,
    });
  });

  test('extends a session by 30 days, up to 90 days in total', async () => {
    const ownTime = await startTestServer();
    onTestFinished(() => ownTime.close());
    const idle = await createUser(ownTime);
    const busy = await createUser(ownTime);
    let { refreshToken } = busy;
    for (const days of [29, 29, 29]) {
      ownTime.clock.advance(days * DAY_MS);
      refreshToken = (await succeed(refreshToken, ownTime)).successor;
    }
    expect((await refreshWith(idle.refreshToken, ownTime)).answer).toMatchObject(refusal('session-ended'));
    ownTime.clock.advance(3 * DAY_MS - 1);
    const last = await succeed(refreshToken, ownTime);
    ownTime.clock.advance(1);
    expect((await refreshWith(last.successor, ownTime)).answer).toMatchObject(refusal('session-ended'));
    expect(await ownTime.call(getMe, {}, { token: last.token })).toMatchObject(refusal('session-ended'));
  });

  test('is refused immediately after the account is deleted', async () => {
    const { id, refreshToken } = await createUser(server);
    await server.services.database.delete(users).where(eq(users.id, id));
    expect((await refreshWith(refreshToken)).answer).toMatchObject(refusal('session-ended'));
  });

  test('still accepts sessions from before a change of secret', async () => {
    const before = await createUser(server);
    const [secret] = server.services.config.secrets;
    const changed = await startBeside({ config: { secrets: ['a-new-secret-that-has-bytes-enough-for-it', secret] } });
    expect(await changed.call(getMe, {}, { token: before.token })).toMatchObject({ ok: true });
    const { token, successor } = await succeed(before.refreshToken, changed);
    expect(await changed.call(getMe, {}, { token })).toMatchObject({ ok: true });
    const without = await startBeside({ config: { secrets: ['a-new-secret-that-has-bytes-enough-for-it'] } });
    expect((await refreshWith(before.refreshToken, without)).answer).toMatchObject(refusal('session-ended'));
    await succeed(successor, without);
  });
});

describe('a reused refresh token', () => {
  test('gives 20 concurrent requests to two servers the same successor', async () => {
    const { refreshToken, sessionId } = await createUser(server);
    const other = await startBeside({});
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => succeed(refreshToken, index % 2 === 0 ? server : other)),
    );
    expect(new Set(answers.map(({ successor }) => successor)).size).toBe(1);
    for (const { token } of answers) expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true });
    const [session] = await server.services.database.select().from(sessions).where(eq(sessions.id, sessionId));
    expect(session?.generation).toBe(1);
  });

  test('gives the same successor for 10 seconds, in case a response was lost', async () => {
    const { refreshToken } = await createUser(server);
    const lost = await succeed(refreshToken);
    server.clock.advance(SESSION.reuseWindowMs);
    const retried = await succeed(refreshToken);
    expect(retried.successor).toBe(lost.successor);
    expect(await server.call(getMe, {}, { token: retried.token })).toMatchObject({ ok: true });
    server.clock.advance(15 * MINUTE_MS);
    await succeed(retried.successor);
  });

  test('ends the session and all its tokens after 10 seconds, and is audited', async () => {
    const { id, refreshToken, sessionId, token: firstToken } = await createUser(server);
    const { token, successor } = await succeed(refreshToken);
    server.clock.advance(SESSION.reuseWindowMs + 1);
    expect((await refreshWith(refreshToken)).answer).toMatchObject(refusal('session-ended'));
    expect((await refreshWith(successor)).answer).toMatchObject(refusal('session-ended'));
    for (const dead of [firstToken, token]) {
      expect(await server.call(getMe, {}, { token: dead })).toMatchObject(refusal('session-ended'));
    }
    const reuse = and(eq(auditEvents.userId, id), eq(auditEvents.action, 'refresh-token-reused'));
    const events = await server.services.database.select().from(auditEvents).where(reuse);
    expect(events).toMatchObject([{ actor: 'system', subjectId: sessionId }]);
  });

  test('ends only that session, and is audited once, if sent 20 times concurrently', async () => {
    const stolen = await createUser(server);
    const other = await createUser(server);
    await succeed(stolen.refreshToken);
    server.clock.advance(SESSION.reuseWindowMs + 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshWith(stolen.refreshToken)));
    for (const { answer } of answers) expect(answer).toMatchObject(refusal('session-ended'));
    const ofSession = eq(auditEvents.subjectId, stolen.sessionId);
    const events = await server.services.database.select().from(auditEvents).where(ofSession);
    expect(events).toMatchObject([{ userId: stolen.id }]);
    await succeed(other.refreshToken);
  });

  test('gives the newest token, so that a late response never leaves an older one in the browser', async () => {
    const { refreshToken } = await createUser(server);
    const first = await succeed(refreshToken);
    server.clock.advance(5 * SECOND_MS);
    const second = await succeed(first.successor);
    server.clock.advance(5 * SECOND_MS);
    const late = await succeed(refreshToken);
    expect(late.successor).toBe(second.successor);
    server.clock.advance(15 * MINUTE_MS);
    await succeed(late.successor);
  });

  test('is still recognized after 40 more refreshes within 10 seconds', async () => {
    const { refreshToken } = await createUser(server);
    let newest = refreshToken;
    for (let count = 0; count < 40; count += 1) newest = (await succeed(newest)).successor;
    expect((await succeed(refreshToken)).successor).toBe(newest);
  });

  test('is accepted even if another server’s clock is 5 seconds ahead or behind', async () => {
    for (const ahead of [5, -5]) {
      const { refreshToken } = await createUser(server);
      const clock = new TestClock();
      vi.spyOn(clock, 'now').mockImplementation(() => addMs(server.clock.now(), ahead * SECOND_MS));
      const [here, there] = [server, await startBeside({ clock })];
      const first = await succeed(refreshToken, there);
      const second = await succeed(first.successor, here);
      server.clock.advance(4 * SECOND_MS);
      expect((await succeed(refreshToken, here)).successor).toBe(second.successor);
      expect((await succeed(first.successor, there)).successor).toBe(second.successor);
      server.clock.advance(15 * SECOND_MS);
      expect((await refreshWith(refreshToken, here)).answer).toMatchObject(refusal('session-ended'));
    }
  });
});

describe('a refresh that fails', () => {
  test('sets and clears no cookie, whatever the reason', async () => {
    const ended = await createUser(server);
    await succeed(ended.refreshToken);
    server.clock.advance(SESSION.reuseWindowMs + 1);
    const reused = await refreshWith(ended.refreshToken);
    const gone = await refreshWith(ended.refreshToken);
    const { refreshToken } = await createUser(server);
    const foreign = await server.call(
      refresh,
      {},
      { cookies: browserWith(refreshToken), headers: { Origin: 'https://elsewhere.example' } },
    );
    const away = await refreshWith(refreshToken, await startWithoutDatabase());
    const answers = [reused.answer, gone.answer, foreign, away.answer];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 503]);
    for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([]);
    await succeed(refreshToken);
  });

  test.each([
    ['another site', { Origin: 'https://elsewhere.example' }],
    ['another port of the same host', { Origin: 'http://localhost:3999' }],
    ['a site whose address begins with ours', { Origin: 'http://localhost:3000.elsewhere.example' }],
    ['a page without an origin', { Origin: 'null' }],
  ])('leaves the token valid if it comes from %s', async (_who, headers) => {
    const { refreshToken } = await createUser(server);
    for (const call of [refresh, logout]) {
      const answer = await server.call(call, {}, { cookies: browserWith(refreshToken), headers });
      expect(answer).toMatchObject(refusal('foreign-origin'));
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    await succeed(refreshToken);
  });

  test('is recognized by Sec-Fetch-Site if another site sends no origin', async () => {
    const { refreshToken } = await createUser(server);
    const send = (headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: refresh.path,
        headers: { cookie: `${COOKIES.refreshToken.name}=${refreshToken}`, ...headers },
      });
    expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send({})).statusCode).toBe(200);
  });
});

describe('the refresh limits', () => {
  test('are counted per session, so nobody else is affected', async () => {
    const hasty = await createUser(server);
    const other = await createUser(server);
    await succeed(hasty.refreshToken);
    for (let count = 1; count < RATE_LIMITS.refresh.session.count; count += 1) {
      await server.services.rateLimits.count('refresh', 'session', hasty.sessionId);
    }
    const { answer } = await refreshWith(hasty.refreshToken);
    expect(answer).toMatchObject(refusal('too-many-requests'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.getSetCookie()).toEqual([]);
    await succeed(other.refreshToken);
    server.clock.advance(RATE_LIMITS.refresh.session.windowMs);
    expect((await refreshWith(hasty.refreshToken)).answer.status).toBe(401);
  });

  test('are counted per address only for tokens that are not ours', async () => {
    const browser = await createUser(server);
    const device = await createUser(server, { kind: 'device' });
    const count = vi.spyOn(server.services.rateLimits, 'count');
    onTestFinished(() => count.mockRestore());
    await refreshWith(browser.refreshToken);
    await refreshWith('forged');
    await refreshWith(undefined);
    await server.call(refreshDevice, { body: { refreshToken: device.refreshToken } });
    await server.call(refreshDevice, { body: { refreshToken: 'forged' } });
    expect(count.mock.calls).toEqual([
      ['refresh', 'session', browser.sessionId],
      ['refresh', 'address', '127.0.0.1'],
      ['refresh', 'address', '127.0.0.1'],
      ['refreshDevice', 'session', device.sessionId],
      ['refreshDevice', 'address', '127.0.0.1'],
    ]);
  });
});

describe('an app’s refresh', () => {
  const refreshApp = (refreshToken: string) => server.call(refreshDevice, { body: { refreshToken } });

  test('replaces the token, allows reuse only for 10 seconds, and sets no cookie', async () => {
    const { refreshToken, id } = await createUser(server, { kind: 'device' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshApp(refreshToken)));
    const successors = answers.map((answer) => (answer.ok ? answer.data.refreshToken : undefined));
    expect(new Set(successors).size).toBe(1);
    const [answer] = answers;
    if (!answer?.ok) throw new Error('It was refused.');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { token, refreshToken: successor } = answer.data;
    expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true, data: { id } });
    server.clock.advance(SESSION.reuseWindowMs + 1);
    expect(await refreshApp(refreshToken)).toMatchObject(refusal('session-ended'));
    expect(await refreshApp(successor)).toMatchObject(refusal('session-ended'));
  });

  test('says that the token is missing if the request has none', async () => {
    const response = await fetch(`${server.url}${refreshDevice.path}`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: ['refreshToken is missing.'] });
  });
});

describe('signing out', () => {
  const signOut = (refreshToken?: string, at = server) => at.call(logout, {}, { cookies: browserWith(refreshToken) });

  test('ends the session and makes the browser forget it', async () => {
    const { id, refreshToken, token, sessionId } = await createUser(server);
    const answer = await signOut(refreshToken);
    expect(answer).toMatchObject({ ok: true, data: { signedOut: true } });
    expect(cookiesSetBy(answer).get(COOKIES.refreshToken.name)).toMatch(/=; Max-Age=0; Path=\/auth; .*HttpOnly/);
    expect(await server.call(getMe, {}, { token })).toMatchObject(refusal('session-ended'));
    expect((await refreshWith(refreshToken)).answer).toMatchObject(refusal('session-ended'));
    const events = await server.services.database.select().from(auditEvents).where(eq(auditEvents.userId, id));
    expect(events).toMatchObject([{ actor: 'user', action: 'signed-out', subjectId: sessionId }]);
  });

  test('ends the session even with a token that another tab replaced long ago', async () => {
    const { refreshToken } = await createUser(server);
    const { token } = await succeed(refreshToken);
    server.clock.advance(MINUTE_MS);
    expect(await signOut(refreshToken)).toMatchObject({ ok: true });
    expect(await server.call(getMe, {}, { token })).toMatchObject(refusal('session-ended'));
  });

  test('succeeds without a session, with an ended one, and with a forged token', async () => {
    const { refreshToken } = await createUser(server);
    for (const given of [undefined, 'forged', refreshToken, refreshToken]) {
      expect(await signOut(given)).toMatchObject({ ok: true });
    }
  });

  test('makes the browser forget the session even if the database is down', async () => {
    const { refreshToken } = await createUser(server);
    const answer = await signOut(refreshToken, await startWithoutDatabase());
    expect(answer).toMatchObject(refusal('unavailable'));
    expect(cookiesSetBy(answer).get(COOKIES.refreshToken.name)).toContain('Max-Age=0');
  });

  test('wins over a concurrent refresh in another tab', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refreshToken, sessionId } = await createUser(server);
      const [{ answer }] = await Promise.all([refreshWith(refreshToken), signOut(refreshToken)]);
      const left = await server.services.database.select().from(sessions).where(eq(sessions.id, sessionId));
      expect(left).toEqual([]);
      if (answer.ok) {
        const { token } = answer.data;
        expect(await server.call(getMe, {}, { token })).toMatchObject(refusal('session-ended'));
      }
    }
  });
});

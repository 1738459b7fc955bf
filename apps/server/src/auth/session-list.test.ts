import { randomUUID } from 'node:crypto';
import { endSession, getMe, listSessions, refresh, refreshDevice } from '@workspace/contract/auth';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../clock.ts';
import { auditEvents } from '../database/schema.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { AccessTokens } from './access-tokens.ts';
import { type NewSession, SESSION, startSession } from './sessions.ts';
import { browserWith } from './testing/browsers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Signs a user in again. */
async function signInAgain({ id }: TestUser, session: Omit<NewSession, 'userId'>) {
  const { services, clock } = server;
  const started = await startSession(services.database, services, { userId: id, ...session });
  const tokens = new AccessTokens({ keys: services.keys, clock, publicApiUrl: services.config.publicApiUrl });
  return { ...started, token: await tokens.issue(started) };
}

const STUDIO = { kind: 'device', name: 'Studio', platform: 'macOS 15.3', appVersion: '0.5.5' } as const;

describe('the list of sessions', () => {
  test('shows the user’s browsers and devices, last used first, and marks the current one', async () => {
    const user = await createUser(server);
    server.clock.advance(SECOND_MS);
    const device = await signInAgain(user, STUDIO);
    server.clock.advance(SECOND_MS);
    await server.call(refresh, {}, { cookies: browserWith(user.refreshToken) });
    await createUser(server);
    const response = await fetch(`${server.url}${listSessions.path}`, {
      headers: { Authorization: `Bearer ${device.token}` },
    });
    const at = (secondsAgo: number) => new Date(server.clock.now().getTime() - secondsAgo * SECOND_MS).toISOString();
    expect(await response.json()).toEqual({
      data: [
        {
          id: user.sessionId,
          kind: 'browser',
          name: 'A test',
          platform: null,
          appVersion: null,
          createdAt: at(2),
          lastUsedAt: at(0),
          isCurrent: false,
        },
        { ...STUDIO, id: device.sessionId, createdAt: at(1), lastUsedAt: at(1), isCurrent: true },
      ],
    });
  });

  test('leaves out expired ones', async () => {
    const user = await createUser(server);
    server.clock.advance(SESSION.idleMs - DAY_MS);
    const { token, sessionId } = await signInAgain(user, STUDIO);
    server.clock.advance(DAY_MS);
    const { token: again } = await signInAgain(user, STUDIO);
    const answer = await server.call(listSessions, {}, { token: again });
    const ids = answer.ok ? answer.data.map(({ id }) => id) : [];
    expect(ids).toContain(sessionId);
    expect(ids).not.toContain(user.sessionId);
    expect(await server.call(listSessions, {}, { token })).toMatchObject(refusal('not-signed-in'));
  });

  test('is only for signed-in users', async () => {
    expect(await server.call(listSessions, {})).toMatchObject(refusal('not-signed-in'));
    expect(await server.call(endSession, { params: { id: randomUUID() } })).toMatchObject(refusal('not-signed-in'));
  });
});

describe('signing a browser or device out', () => {
  const end = (id: string, { token }: { token: string }) => server.call(endSession, { params: { id } }, { token });

  test('takes effect on the next call, even for tokens just issued', async () => {
    const user = await createUser(server);
    const device = await signInAgain(user, STUDIO);
    expect(await server.call(getMe, {}, { token: device.token })).toMatchObject({ ok: true });
    const answer = await end(device.sessionId, user);
    expect(answer).toMatchObject({ ok: true, data: { id: device.sessionId } });
    expect(await server.call(getMe, {}, { token: device.token })).toMatchObject(refusal('session-ended'));
    const { refreshToken } = device;
    expect(await server.call(refreshDevice, { body: { refreshToken } })).toMatchObject(refusal('session-ended'));
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });
    const events = await server.services.database.select().from(auditEvents).where(eq(auditEvents.userId, user.id));
    expect(events).toMatchObject([{ action: 'session-ended', subjectId: device.sessionId }]);
  });

  test('works for the current session too', async () => {
    const user = await createUser(server);
    expect(await end(user.sessionId, user)).toMatchObject({ ok: true });
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject(refusal('session-ended'));
  });

  test('treats other users’ sessions as nonexistent', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    expect(await end(other.sessionId, user)).toMatchObject(refusal('not-found'));
    expect(await end(randomUUID(), user)).toMatchObject(refusal('not-found'));
    expect(await server.call(getMe, {}, { token: other.token })).toMatchObject({ ok: true });
  });

  test('happens only once for 20 concurrent calls', async () => {
    const user = await createUser(server);
    const device = await signInAgain(user, STUDIO);
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(device.sessionId, user)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(refusal('not-found'));
  });

  test('accepts only well-formed ids', async () => {
    const user = await createUser(server);
    for (const id of ['1', "' or true --", '../me', '%00']) {
      expect((await end(id, user)).status).toBe(400);
    }
  });
});

import { getMe } from '@workspace/contract/auth';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ANNA, FakeServer } from '../testing/fake-server.ts';
import { FakeWallClock } from '../testing/fake-wall-clock.ts';
import { AccountServer, UnavailableError } from './account-server.ts';
import { DeviceSession, SessionEndedError } from './device-session.ts';

let clock: FakeWallClock;
let world: FakeServer;
let server: AccountServer;
let kept: string[];

beforeEach(() => {
  clock = new FakeWallClock();
  world = new FakeServer(() => clock.wallTime());
  server = new AccountServer({ apiUrl: 'http://localhost:3001', clock, fetch: world.fetch });
  kept = [];
});

/** A session with only its refresh token known, as after a restart. */
async function restored(keep = async (token: string) => void kept.push(token)) {
  const setupToken = new URL(world.linkOf(ANNA)).searchParams.get('token')!;
  const tokens = (await world
    .fetch('http://localhost:3001/auth/setup-token/exchange', {
      method: 'POST',
      headers: {},
      body: JSON.stringify({ setupToken, device: {} }),
      redirect: 'manual',
      signal: new AbortController().signal,
    })
    .then((response) => response.json())) as { data: { refreshToken: string } };
  world.arrived.length = 0;
  return new DeviceSession({ server, clock }, { refreshToken: tokens.data.refreshToken }, keep);
}

const REFRESH = 'POST /auth/device/refresh';
const ME = 'GET /auth/me';

describe('a call', () => {
  it('first gets an access token, shared by all concurrent calls', async () => {
    const session = await restored();
    await Promise.all([session.call(getMe, {}), session.call(getMe, {})]);
    expect(world.arrived).toEqual([REFRESH, ME, ME]);
    expect(kept).toHaveLength(1);
  });

  it('gets a new one once it has expired', async () => {
    const session = await restored();
    await session.call(getMe, {});
    clock.advance(15 * 60_000);
    await session.call(getMe, {});
    expect(world.arrived).toEqual([REFRESH, ME, REFRESH, ME]);
    expect(new Set(kept).size).toBe(2);
  });

  it('gets a new one too if the server’s clock says that it has expired', async () => {
    const session = await restored();
    await session.call(getMe, {});
    clock.offsetMs += 15 * 60_000;
    expect(await session.call(getMe, {})).toMatchObject({ id: ANNA });
    expect(world.arrived).toEqual([REFRESH, ME, ME, REFRESH, ME]);
  });

  it('is not made with a new access token before the new refresh token is stored', async () => {
    let store = () => {};
    const session = await restored((token) => new Promise((resolve) => (store = () => resolve(void kept.push(token)))));
    const call = session.call(getMe, {});
    await settlePromises();
    expect(world.arrived).toEqual([REFRESH]);
    store();
    await call;
    expect(world.arrived).toEqual([REFRESH, ME]);
  });

  it('is made even if the token could not be stored, as isKept shows', async () => {
    const session = await restored(() => Promise.reject(new Error('disk full')));
    expect(session.isKept).toBe(true);
    await session.call(getMe, {});
    expect(session.isKept).toBe(false);
  });
});

describe('a refresh', () => {
  it('whose answer is lost is retried in time to get the same token', async () => {
    const session = await restored();
    world.destine('answer-lost');
    expect(await session.call(getMe, {})).toMatchObject({ id: ANNA });
    expect(world.arrived).toEqual([REFRESH, REFRESH, ME]);
  });

  it('whose answer is late is retried in time to get the same token', async () => {
    const session = await restored();
    world.destine('held');
    const call = session.call(getMe, {});
    await settlePromises();
    for (let waited = 0; waited < 9_000 && world.arrived.length === 1; waited += 100) {
      clock.advance(100);
      await settlePromises();
    }
    expect(await call).toMatchObject({ id: ANNA });
  });

  it('that fails is tried again with the next call', async () => {
    const session = await restored();
    world.isOnline = false;
    await expect(session.call(getMe, {})).rejects.toThrow(UnavailableError);
    world.isOnline = true;
    world.destine('proxy-error', 'html');
    await expect(session.call(getMe, {})).rejects.toThrow(UnavailableError);
    expect(await session.call(getMe, {})).toMatchObject({ id: ANNA });
  });

  it('that the server refuses ends the session', async () => {
    const session = await restored();
    await session.call(getMe, {});
    world.endSessionsOf(ANNA);
    await expect(session.call(getMe, {})).rejects.toThrow(SessionEndedError);
    world.arrived.length = 0;
    await expect(session.call(getMe, {})).rejects.toThrow(SessionEndedError);
    expect(world.arrived).toEqual([]);
  });
});

describe('ending a session', () => {
  it('is reported to the server, and does not affect other sessions', async () => {
    const [other, session] = [await restored(), await restored()];
    await session.end();
    expect(world.sessions.size).toBe(1);
    await expect(session.call(getMe, {})).rejects.toThrow(SessionEndedError);
    expect(await other.call(getMe, {})).toMatchObject({ id: ANNA });
  });

  it('works even if the server can’t be reached', async () => {
    const session = await restored();
    world.isOnline = false;
    await session.end();
    world.isOnline = true;
    await expect(session.call(getMe, {})).rejects.toThrow(SessionEndedError);
  });

  it('stores no more tokens once another session has replaced it', async () => {
    const session = await restored();
    session.letGo();
    await session.end();
    expect(kept).toEqual([]);
  });
});

import { randomInt, randomUUID } from 'node:crypto';
import { COOKIES } from '@workspace/server/auth/cookies';
import type { Request, Visitor } from './load.ts';
import { emailOf, MANY_USERS, PASSWORD } from './population.ts';
import type { World } from './world.ts';

export interface MeasuredCall {
  name: string;
  /**
   * Whether it is a read by a signed-in user: these are compared between few rows and many, and with a bare answer that
   * verifies the token.
   */
  isRead: boolean;
  /** Prepares a round. The resulting function creates each connection's requests. */
  prepare(world: World): Promise<() => Visitor>;
}

/** Number of sessions that take turns on one connection: each may be refreshed only a few times a minute. */
const SESSIONS_PER_CONNECTION = 64;

const lastMonth = () => {
  const date = new Date();
  date.setUTCDate(0);
  return date.toISOString().slice(0, 'YYYY-MM'.length);
};

/** Returns all calls to measure, given the number of connections. */
export function measuredCalls(connections: number): MeasuredCall[] {
  return [
    { name: 'GET /auth/me', isRead: true, prepare: asSignedIn(() => get('/auth/me')) },
    { name: 'GET /usage', isRead: true, prepare: asSignedIn(() => get('/usage')) },
    {
      name: 'GET /usage/{month}',
      isRead: true,
      prepare: asSignedIn(() => get(`/usage/${lastMonth()}`)),
    },
    { name: 'GET /entitlement', isRead: true, prepare: asSignedIn(() => get('/entitlement')) },
    {
      name: 'POST /usage, 1 entry',
      isRead: false,
      prepare: asSignedIn(() => post('/usage', { entries: newEntries(1) })),
    },
    {
      name: 'POST /usage, 100 entries',
      isRead: false,
      prepare: asSignedIn(() => post('/usage', { entries: newEntries(100) })),
    },
    { name: 'POST /track', isRead: false, prepare: async () => () => ({ next: () => post('/track', event()) }) },
    {
      name: 'POST /auth/login',
      isRead: false,
      async prepare() {
        let user = 0;
        return () => ({ next: () => signIn(user++ % MANY_USERS, PASSWORD) });
      },
    },
    {
      name: 'POST /auth/refresh',
      isRead: false,
      async prepare(world) {
        const sessions = await world.startSessions(SESSIONS_PER_CONNECTION * connections);
        return () => refreshing(sessions.splice(0, SESSIONS_PER_CONNECTION).map(({ refreshToken }) => refreshToken));
      },
    },
  ];
}

function get(path: string): Request {
  return { method: 'GET', path, headers: {} };
}

/** A request from an address of its own, as reported by the proxy in front. */
function post(path: string, body?: unknown): Request {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const headers = { 'X-Forwarded-For': address };
  if (body === undefined) return { method: 'POST', path, headers };
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** All callers take turns, across connections. */
function asSignedIn(makeRequest: () => Request): MeasuredCall['prepare'] {
  return async (world) => {
    const tokens = await world.issueTokens();
    let turn = 0;
    return () => ({
      next() {
        const request = makeRequest();
        const token = tokens[turn++ % tokens.length];
        return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
      },
    });
  };
}

function newEntries(count: number) {
  const startedAt = new Date().toISOString();
  return Array.from({ length: count }, () => ({ id: randomUUID(), startedAt, seconds: 20, timezone: 'Europe/Berlin' }));
}

function event() {
  return {
    sessionId: '6a1f0a5e-8c0b-4f6e-9d3f-2f1f4a6f7c10',
    event: 'page_view',
    utmSource: 'newsletter',
    utmMedium: 'email',
    metadata: { path: '/app/billing' },
  };
}

/** Returns a sign-in from a browser that the user is known to use, so that no mail is sent. */
export function signIn(user: number, password: string): Request {
  const request = post('/auth/login', { email: emailOf(user), password });
  const browser = `${COOKIES.browser.name}=${String(user).padStart(43, '0')}`;
  return { ...request, headers: { ...request.headers, Cookie: browser } };
}

/** Cycles through its sessions, using for each the token from its last answer. */
function refreshing(refreshTokens: string[]): Visitor {
  const { name } = COOKIES.refreshToken;
  let turn = -1;
  return {
    next() {
      turn = (turn + 1) % refreshTokens.length;
      const request = post('/auth/refresh');
      return { ...request, headers: { ...request.headers, Cookie: `${name}=${refreshTokens[turn]}` } };
    },
    receive(headers) {
      const cookie = [headers['set-cookie']].flat().find((text) => text?.startsWith(`${name}=`));
      const token = cookie?.slice(name.length + 1).split(';', 1)[0];
      if (token !== undefined) refreshTokens[turn] = token;
    },
  };
}

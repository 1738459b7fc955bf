import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, RefreshError } from './api-error.ts';
import { createApiClient } from './create-api-client.ts';
import { InvalidAnswerError } from './invalid-answer-error.ts';
import { FakeServer, fail, type Step, succeed } from './testing/fake-server.ts';
import { MemoryTokens, makeToken } from './testing/test-tokens.ts';
import type { RefreshOutcome } from './token-refresher.ts';

const NOW_MS = 1_800_000_000_000;
const STALE = makeToken({ exp: NOW_MS / 1_000 - 1 });
const FRESH = makeToken({ exp: NOW_MS / 1_000 + 900 });
const FRESHER = makeToken({ exp: NOW_MS / 1_000 + 901 });
const USER = { email: 'someone@example.com', subscription: null };
const REFUSED: RefreshOutcome = { kind: 'rejected', error: new RefreshError(401, 'refused') };

beforeEach(() => vi.useFakeTimers({ now: NOW_MS }));
afterEach(() => vi.useRealTimers());

function createClient(token: string | null, ...steps: Step[]) {
  const server = new FakeServer(...steps);
  const refresh = vi.fn<(stale: string) => Promise<RefreshOutcome>>();
  const call = createApiClient({
    apiBaseUrl: 'http://server',
    fetch: server.fetch,
    tokens: new MemoryTokens(token),
    refresh,
    nowMs: () => Date.now(),
  });
  return { server, refresh, call };
}

const bearersOf = ({ requests }: FakeServer) => requests.map(({ headers }) => headers.get('Authorization'));

describe('a call', () => {
  test('sends the access token and cookies, and returns the data in the envelope', async () => {
    const { server, refresh, call } = createClient(FRESH, succeed(USER));
    expect(await call('getMe', {})).toEqual(USER);
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
    expect(server.requests[0]?.init.credentials).toBe('include');
    expect(server.requests[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(refresh).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('gets a new token first if the stored one has expired', async () => {
    const { server, refresh, call } = createClient(STALE, succeed(USER));
    refresh.mockResolvedValue({ kind: 'refreshed', token: FRESH });
    await call('getMe', {});
    expect(refresh.mock.calls).toEqual([[STALE]]);
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
  });

  test('gets a new token first if the stored one cannot be decoded', async () => {
    const { server, refresh, call } = createClient('garbage', succeed(USER));
    refresh.mockResolvedValue({ kind: 'refreshed', token: FRESH });
    await call('getMe', {});
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
  });

  test.each([REFUSED, { kind: 'try-later', error: new RefreshError(503, 'later') } as const])(
    'is not made if an expired token cannot be refreshed ($kind)',
    async (outcome) => {
      const { server, refresh, call } = createClient(STALE);
      refresh.mockResolvedValue(outcome);
      await expect(call('getMe', {})).rejects.toBe(outcome.error);
      expect(server.requests).toEqual([]);
    },
  );

  test('by a visitor is made without a token or a refresh', async () => {
    const { server, refresh, call } = createClient(null, fail(401, 'Please sign in.'));
    await expect(call('getMe', {})).rejects.toMatchObject({ status: 401 });
    expect(bearersOf(server)).toEqual([null]);
    expect(refresh).not.toHaveBeenCalled();
  });

  test.each(['register', 'login'] as const)('to %s sends no access token, even if one is stored', async (name) => {
    const { server, refresh, call } = createClient(STALE, succeed({ token: FRESH }));
    await call(name, { body: { email: 'someone@example.com', password: 'a password' } });
    expect(bearersOf(server)).toEqual([null]);
    expect(refresh).not.toHaveBeenCalled();
  });

  test('open to anyone sends the access token of a signed-in user', async () => {
    const { server, refresh, call } = createClient(STALE, succeed({ verified: true }));
    refresh.mockResolvedValue({ kind: 'refreshed', token: FRESH });
    await call('verifyEmail', { query: { token: 'a token' } });
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
    expect(server.requests[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  test('open to anyone is made without a token if the refresh fails, and is not retried after a 401', async () => {
    const { server, refresh, call } = createClient(STALE, fail(401, 'No.'));
    refresh.mockResolvedValue(REFUSED);
    await expect(call('verifyEmail', { query: { token: 'a token' } })).rejects.toMatchObject({ errors: ['No.'] });
    expect(bearersOf(server)).toEqual([null]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('can outlive the page', async () => {
    const { server, call } = createClient(FRESH, succeed({ recorded: true }, 202));
    await call('track', { body: { sessionId: 'id', event: 'page_view' } }, { keepalive: true });
    expect(server.requests[0]?.init).toMatchObject({ keepalive: true, credentials: 'include' });
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
  });

  test('whose unexpired token is refused is retried with a new one', async () => {
    const { server, refresh, call } = createClient(FRESH, fail(401, 'Your session has ended.'), succeed(USER));
    refresh.mockResolvedValue({ kind: 'refreshed', token: FRESHER });
    expect(await call('getMe', {})).toEqual(USER);
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`, `Bearer ${FRESHER}`]);
  });

  test.each([REFUSED, { kind: 'refreshed', token: FRESH } as const])(
    'fails with the original 401 if the refresh yields no other token ($kind)',
    async (outcome) => {
      const { server, refresh, call } = createClient(FRESH, fail(401, 'Your session has ended.'));
      refresh.mockResolvedValue(outcome);
      const failure = await call('getMe', {}).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure).not.toBeInstanceOf(RefreshError);
      expect(failure).toMatchObject({ status: 401, errors: ['Your session has ended.'] });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('that fails rejects with the messages from the server', async () => {
    const { call } = createClient(FRESH, fail(409, 'You are on it already.', 'Again.'));
    await expect(call('createCheckoutSession', { body: { priceId: 'price' } })).rejects.toMatchObject({
      status: 409,
      errors: ['You are on it already.', 'Again.'],
      message: 'You are on it already.',
    });
  });

  test('that fails without a message gets a fallback message', async () => {
    const { call } = createClient(FRESH, new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await expect(call('getUsage', {})).rejects.toMatchObject({ status: 502, errors: [], message: 'An error occurred' });
  });

  test('that is lost is not retried, and says what to do', async () => {
    const { server, call } = createClient(FRESH, 'lost');
    await expect(call('getUsage', {})).rejects.toMatchObject({
      status: 0,
      message: 'Can’t reach the server. Check your connection and try again.',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('that is never answered times out', async () => {
    const { call } = createClient(FRESH, new Promise<Response>(() => {}));
    const outcome = call('logout', {}, { limitMs: 3_000 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toMatchObject({ status: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('accepts a response with only the required fields', async () => {
    const { call } = createClient(FRESH, succeed({ daily: [] }), new Response(null, { status: 204 }));
    expect(await call('getMonthlyUsage', { params: { month: '2026-02' } })).toEqual({ daily: [] });
    await call('logout', {});
  });

  test.each([succeed({ month: '2026-02' }), new Response('<html>'), new Response('null')])(
    'whose response lacks required fields throws an InvalidAnswerError',
    async (answer) => {
      const { call } = createClient(FRESH, answer);
      await expect(call('getMonthlyUsage', { params: { month: '2026-02' } })).rejects.toBeInstanceOf(
        InvalidAnswerError,
      );
    },
  );
});

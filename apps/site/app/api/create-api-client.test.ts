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
  test('says who calls, sends cookies along, and gives what is in the envelope', async () => {
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
    'is not made if a new token is needed and does not come ($kind)',
    async (outcome) => {
      const { server, refresh, call } = createClient(STALE);
      refresh.mockResolvedValue(outcome);
      await expect(call('getMe', {})).rejects.toBe(outcome.error);
      expect(server.requests).toEqual([]);
    },
  );

  test('of a visitor is made without a token and refreshes nothing', async () => {
    const { server, refresh, call } = createClient(null, fail(401, 'Please sign in.'));
    await expect(call('getMe', {})).rejects.toMatchObject({ status: 401 });
    expect(bearersOf(server)).toEqual([null]);
    expect(refresh).not.toHaveBeenCalled();
  });

  test.each(['register', 'login'] as const)('to %s sends cookies alone, whatever token is stored', async (name) => {
    const { server, refresh, call } = createClient(STALE, succeed({ token: FRESH }));
    await call(name, { body: { email: 'someone@example.com', password: 'a password' } });
    expect(bearersOf(server)).toEqual([null]);
    expect(refresh).not.toHaveBeenCalled();
  });

  test('for anyone says who calls if somebody does', async () => {
    const { server, refresh, call } = createClient(STALE, succeed({ verified: true }));
    refresh.mockResolvedValue({ kind: 'refreshed', token: FRESH });
    await call('verifyEmail', { query: { token: 'a token' } });
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
    expect(server.requests[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  test('for anyone is made without a token if none is to be had, and not again if it is refused', async () => {
    const { server, refresh, call } = createClient(STALE, fail(401, 'No.'));
    refresh.mockResolvedValue(REFUSED);
    await expect(call('verifyEmail', { query: { token: 'a token' } })).rejects.toMatchObject({ errors: ['No.'] });
    expect(bearersOf(server)).toEqual([null]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('can be sent to its end though the page is left', async () => {
    const { server, call } = createClient(FRESH, succeed({ recorded: true }, 202));
    await call('track', { body: { sessionId: 'id', event: 'page_view' } }, { keepalive: true });
    expect(server.requests[0]?.init).toMatchObject({ keepalive: true, credentials: 'include' });
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`]);
  });

  test('whose token is refused though it looks valid is made again with a new one', async () => {
    const { server, refresh, call } = createClient(FRESH, fail(401, 'Your session has ended.'), succeed(USER));
    refresh.mockResolvedValue({ kind: 'refreshed', token: FRESHER });
    expect(await call('getMe', {})).toEqual(USER);
    expect(bearersOf(server)).toEqual([`Bearer ${FRESH}`, `Bearer ${FRESHER}`]);
  });

  test.each([REFUSED, { kind: 'refreshed', token: FRESH } as const])(
    'fails as it was refused if no other token comes ($kind)',
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

  test('that fails says what the server said', async () => {
    const { call } = createClient(FRESH, fail(409, 'You are on it already.', 'Again.'));
    await expect(call('createCheckoutSession', { body: { priceId: 'price' } })).rejects.toMatchObject({
      status: 409,
      errors: ['You are on it already.', 'Again.'],
      message: 'You are on it already.',
    });
  });

  test('that fails without a word has a message all the same', async () => {
    const { call } = createClient(FRESH, new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await expect(call('getUsage', {})).rejects.toMatchObject({ status: 502, errors: [], message: 'An error occurred' });
  });

  test('that is lost is not made again, and says what to do', async () => {
    const { server, call } = createClient(FRESH, 'lost');
    await expect(call('getUsage', {})).rejects.toMatchObject({
      status: 0,
      message: 'Can’t reach the server. Check your connection and try again.',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('that is never answered ends after its limit', async () => {
    const { call } = createClient(FRESH, new Promise<Response>(() => {}));
    const outcome = call('logout', {}, { limitMs: 3_000 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toMatchObject({ status: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('takes an answer that holds only what is needed', async () => {
    const { call } = createClient(FRESH, succeed({ daily: [] }), new Response(null, { status: 204 }));
    expect(await call('getMonthlyUsage', { params: { month: '2026-02' } })).toEqual({ daily: [] });
    await call('logout', {});
  });

  test.each([succeed({ month: '2026-02' }), new Response('<html>'), new Response('null')])(
    'whose answer lacks what is needed fails as that',
    async (answer) => {
      const { call } = createClient(FRESH, answer);
      await expect(call('getMonthlyUsage', { params: { month: '2026-02' } })).rejects.toBeInstanceOf(
        InvalidAnswerError,
      );
    },
  );
});

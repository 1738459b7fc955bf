import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer, fail, type Step, succeed } from './testing/fake-server.ts';
import { MemoryTokens, makeToken } from './testing/test-tokens.ts';
import { TokenRefresher } from './token-refresher.ts';

const NOW_MS = 1_800_000_000_000;
const STALE = makeToken({ exp: NOW_MS / 1_000 - 1 });
const FRESH = makeToken({ exp: NOW_MS / 1_000 + 900 });
const FRESHER = makeToken({ exp: NOW_MS / 1_000 + 901 });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A browser with an expired token and any number of tabs. */
function openBrowser(...steps: Step[]) {
  const server = new FakeServer(...steps);
  const tokens = new MemoryTokens(STALE);
  const raiseUnauthorized = vi.fn();
  let last: Promise<unknown> = Promise.resolve();
  const exclusively = <T>(work: () => Promise<T>) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const openTab = () =>
    new TokenRefresher({
      apiBaseUrl: 'http://server',
      fetch: server.fetch,
      tokens,
      exclusively,
      nowMs: () => Date.now(),
      raiseUnauthorized,
    });
  return { server, tokens, raiseUnauthorized, openTab, tab: openTab() };
}

/** A response that the test resolves. */
function answerLater() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { promise, answer: resolve };
}

describe('a refresh', () => {
  test('sends only cookies and stores the new token', async () => {
    const { server, tokens, tab } = openBrowser(succeed({ token: FRESH }));
    expect(await tab.refresh(STALE)).toEqual({ kind: 'refreshed', token: FRESH });
    expect(tokens.token).toBe(FRESH);
    expect(server.paths).toEqual(['POST /auth/refresh']);
    expect(server.requests[0]?.init).toMatchObject({ credentials: 'include' });
    expect(server.requests[0]?.headers.has('Authorization')).toBe(false);
  });

  test('sends one request for all callers while it is pending and for one second after', async () => {
    const later = answerLater();
    const { server, tab } = openBrowser(later.promise, succeed({ token: FRESHER }));
    const asking = [tab.refresh(STALE), tab.refresh(STALE), tab.refresh(STALE)];
    await vi.advanceTimersByTimeAsync(5_000);
    later.answer(succeed({ token: FRESH }));
    expect(await Promise.all(asking)).toEqual(Array(3).fill({ kind: 'refreshed', token: FRESH }));
    await vi.advanceTimersByTimeAsync(999);
    expect(await tab.refresh(STALE)).toEqual({ kind: 'refreshed', token: FRESH });
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await tab.refresh(FRESH)).toEqual({ kind: 'refreshed', token: FRESHER });
    expect(server.requests).toHaveLength(2);
  });

  test('that failed is not retried within the next second', async () => {
    const { server, tab } = openBrowser(fail(503, 'Busy.'), succeed({ token: FRESH }));
    const outcomes = await Promise.all([tab.refresh(STALE), tab.refresh(STALE)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['try-later', 'try-later']);
    await vi.advanceTimersByTimeAsync(999);
    expect(await tab.refresh(STALE)).toMatchObject({ kind: 'try-later' });
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await tab.refresh(STALE)).toEqual({ kind: 'refreshed', token: FRESH });
  });

  test('is shared by two tabs whose tokens expire at once: the second uses the token of the first', async () => {
    const { server, tokens, tab, openTab } = openBrowser(succeed({ token: FRESH }));
    const outcomes = await Promise.all([tab.refresh(STALE), openTab().refresh(STALE)]);
    expect(outcomes).toEqual(Array(2).fill({ kind: 'refreshed', token: FRESH }));
    expect(tokens.token).toBe(FRESH);
    expect(server.requests).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 409, 429, 499])(
    'is rejected by %d: the token is cleared and the page notified',
    async (status) => {
      const { tokens, raiseUnauthorized, tab } = openBrowser(fail(status, 'Your session has ended.'));
      const outcome = await tab.refresh(STALE);
      const message = `Refresh token failed with status ${status} (auth error).`;
      expect(outcome).toMatchObject({ kind: 'rejected', error: { status, message } });
      expect(tokens.token).toBeNull();
      expect(raiseUnauthorized).toHaveBeenCalledTimes(1);
      expect(console.error).toHaveBeenCalledWith(message);
    },
  );

  test('that was rejected in another tab raises no second event', async () => {
    const { server, raiseUnauthorized, tab, openTab } = openBrowser(fail(401, 'Your session has ended.'));
    const [, second] = await Promise.all([tab.refresh(STALE), openTab().refresh(STALE)]);
    expect(second).toMatchObject({
      kind: 'rejected',
      error: { message: 'Your session has ended. Please sign in again.' },
    });
    expect(raiseUnauthorized).toHaveBeenCalledTimes(1);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('that fails with %d does not sign the user out', async (status, statusText) => {
    const { tokens, raiseUnauthorized, tab } = openBrowser(new Response('', { status, statusText }));
    expect(await tab.refresh(STALE)).toMatchObject({
      kind: 'try-later',
      error: { status, message: `Refresh token failed with status ${status}: ${statusText}` },
    });
    expect(tokens.token).toBe(STALE);
    expect(raiseUnauthorized).not.toHaveBeenCalled();
  });

  test.each([{ token: '' }, {}, undefined])(
    'whose response lacks a token (%j) does not sign the user out',
    async (data) => {
      const { tokens, raiseUnauthorized, tab } = openBrowser(succeed(data));
      const message = 'Unable to refresh token: no token found in response';
      expect(await tab.refresh(STALE)).toMatchObject({ kind: 'try-later', error: { message } });
      expect(tokens.token).toBe(STALE);
      expect(raiseUnauthorized).not.toHaveBeenCalled();
    },
  );

  test('whose response is lost is retried immediately', async () => {
    const { server, tab } = openBrowser('lost', succeed({ token: FRESH }));
    expect(await tab.refresh(STALE)).toEqual({ kind: 'refreshed', token: FRESH });
    expect(server.requests).toHaveLength(2);
  });

  test('without a connection does not sign the user out, and succeeds once it is back', async () => {
    const { tokens, raiseUnauthorized, tab } = openBrowser('lost', 'lost', succeed({ token: FRESH }));
    expect(await tab.refresh(STALE)).toMatchObject({ kind: 'try-later', error: { status: 0 } });
    expect(tokens.token).toBe(STALE);
    expect(raiseUnauthorized).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await tab.refresh(STALE)).toEqual({ kind: 'refreshed', token: FRESH });
  });

  test('that takes too long times out, but its late token is still stored', async () => {
    const later = answerLater();
    const { server, tokens, tab } = openBrowser(later.promise);
    const asking = tab.refresh(STALE);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await asking).toMatchObject({ kind: 'try-later' });
    expect(server.requests[0]?.init.signal ?? null).toBeNull();
    later.answer(succeed({ token: FRESH }));
    await vi.advanceTimersByTimeAsync(0);
    expect(tokens.token).toBe(FRESH);
  });

  test('that completes after a sign-out does not sign the user in again', async () => {
    const later = answerLater();
    const { tokens, raiseUnauthorized, tab } = openBrowser(later.promise);
    const asking = tab.refresh(STALE);
    await vi.advanceTimersByTimeAsync(0);
    tokens.clear();
    later.answer(succeed({ token: FRESH }));
    expect(await asking).toMatchObject({ kind: 'rejected' });
    expect(tokens.token).toBeNull();
    expect(raiseUnauthorized).not.toHaveBeenCalled();
  });

  test('that is rejected after a new sign-in leaves the new session alone', async () => {
    const later = answerLater();
    const { tokens, raiseUnauthorized, tab } = openBrowser(later.promise);
    const asking = tab.refresh(STALE);
    await vi.advanceTimersByTimeAsync(0);
    tokens.store(FRESH);
    later.answer(fail(401, 'Your session has ended.'));
    expect(await asking).toEqual({ kind: 'refreshed', token: FRESH });
    expect(tokens.token).toBe(FRESH);
    expect(raiseUnauthorized).not.toHaveBeenCalled();
  });

  test('ignores a token from another tab if that has expired too', async () => {
    const { server, tokens, tab } = openBrowser(succeed({ token: FRESH }));
    tokens.store(makeToken({ exp: NOW_MS / 1_000 - 2 }));
    expect(await tab.refresh(STALE)).toEqual({ kind: 'refreshed', token: FRESH });
    expect(server.requests).toHaveLength(1);
  });
});

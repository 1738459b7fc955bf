import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '../api/create-api-client.ts';
import type { SiteUser } from '../api/response-parsers.ts';
import { FakeServer, fail, type Step, succeed } from '../api/testing/fake-server.ts';
import { MemoryTokens, makeToken } from '../api/testing/test-tokens.ts';
import type { RefreshOutcome } from '../api/token-refresher.ts';
import { createAuthActions } from './create-auth-actions.ts';

const NOW_MS = 1_800_000_000_000;
const TOKEN = makeToken({ exp: NOW_MS / 1_000 + 900 });
const USER: SiteUser = { email: 'someone@example.com', subscription: null };
const OTHER: SiteUser = { email: 'other@example.com', subscription: null };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function openSite({ user = null, steps }: { user?: SiteUser | null; steps: Step[] }) {
  const server = new FakeServer(...steps);
  const tokens = new MemoryTokens(user === null ? null : TOKEN);
  const goTo = vi.fn<(path: string) => void>();
  const state = { user };
  const refresh = vi.fn(async (): Promise<RefreshOutcome> => ({ kind: 'refreshed', token: tokens.read() ?? '' }));
  const call = createApiClient({
    apiBaseUrl: 'http://server',
    fetch: server.fetch,
    tokens,
    refresh,
    nowMs: () => Date.now(),
  });
  const actions = createAuthActions({
    call,
    tokens,
    readUser: () => state.user,
    setUser: (next) => {
      state.user = next;
    },
    goTo,
  });
  return { actions, server, tokens, state, goTo };
}

describe('a sign-in', () => {
  test('stores the token and fetches the user', async () => {
    const { actions, server, tokens, state } = openSite({ steps: [succeed({ token: TOKEN }), succeed(USER)] });
    await actions.signIn('someone@example.com', 'a password');
    expect(tokens.token).toBe(TOKEN);
    expect(state.user).toEqual(USER);
    expect(server.paths).toEqual(['POST /auth/login', 'GET /auth/me']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      email: 'someone@example.com',
      password: 'a password',
    });
  });

  test.each<[string, Step[], string]>([
    ['is refused', [fail(401, 'Invalid email or password')], 'Login failed: ["Invalid email or password"]'],
    ['fails without a message', [new Response('', { status: 502 })], 'Login failed'],
    ['gets no answer', ['lost'], 'Login failed'],
    ['gets no token', [succeed({})], 'No token in response'],
    ['gets an empty token', [succeed({ token: '' })], 'No token in response'],
    [
      'is refused its own token',
      [succeed({ token: TOKEN }), fail(401, 'Please sign in.'), succeed({ signedOut: true })],
      'Authentication failed: 401',
    ],
  ])('that %s leaves the user signed out', async (_, steps, message) => {
    const { actions, tokens, state } = openSite({ steps });
    await expect(actions.signIn('someone@example.com', 'a password')).rejects.toThrow(new Error(message));
    expect([tokens.token, state.user]).toEqual([null, null]);
  });
});

describe('a sign-in whose user the server cannot return', () => {
  test.each<[string, Step]>([
    ['since it fails', fail(500, 'Something went wrong.')],
    ['since it is not reached', 'lost'],
  ])('is kept anyway, %s', async (_, step) => {
    const { actions, tokens, state, goTo } = openSite({ steps: [succeed({ token: TOKEN }), step] });
    await actions.signIn('someone@example.com', 'a password');
    expect([tokens.token, state.user, goTo.mock.calls]).toEqual([TOKEN, null, []]);
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/^Error refreshing user info: /));
  });

  test('is kept with Google too', async () => {
    const steps = [succeed({ action: 'authenticate', token: TOKEN }), fail(500, 'Something went wrong.')];
    const { actions, tokens } = openSite({ steps });
    expect(await actions.signInWithGoogleCallback({})).toEqual({ action: 'authenticate' });
    expect(tokens.token).toBe(TOKEN);
  });

  test('with Google throws and goes to the sign-in page if the new token is refused', async () => {
    const answers = [fail(401, 'Please sign in.'), succeed({ signedOut: true })];
    const { actions, tokens, goTo } = openSite({
      steps: [succeed({ action: 'authenticate', token: TOKEN }), ...answers],
    });
    await expect(actions.signInWithGoogleCallback({})).rejects.toThrow(
      'Google authentication failed: Authentication failed: 401',
    );
    expect([tokens.token, goTo.mock.calls]).toEqual([null, [['/login']]]);
  });
});

describe('a Google sign-in', () => {
  test('sends all the parameters from Google and fetches the user', async () => {
    const { actions, server, tokens, state } = openSite({
      steps: [succeed({ action: 'authenticate', token: TOKEN }), succeed(USER)],
    });
    const params = { code: 'a code', state: 'a state', scope: 'email', authuser: '0' };
    expect(await actions.signInWithGoogleCallback(params)).toEqual({ action: 'authenticate' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(params);
    expect([tokens.token, state.user]).toEqual([TOKEN, USER]);
  });

  test('returns a redirect if more is needed', async () => {
    const url = 'https://example.com/more';
    const { actions, tokens } = openSite({ steps: [succeed({ action: 'redirect', url })] });
    expect(await actions.signInWithGoogleCallback({})).toEqual({ action: 'redirect', url });
    expect(tokens.token).toBeNull();
  });

  test.each<[string, Step[], string]>([
    [
      'is refused',
      [fail(400, 'Google sign-in was cancelled.')],
      'Google authentication failed: Google sign-in was cancelled.',
    ],
    ['fails without a message', [new Response('', { status: 502 })], 'Google authentication failed: An error occurred'],
    ['gets no token', [succeed({ action: 'authenticate' })], 'Google authentication failed: No token in response'],
  ])('that %s rejects with a prefixed message', async (_, steps, message) => {
    const { actions, state } = openSite({ steps });
    await expect(actions.signInWithGoogleCallback({})).rejects.toThrow(new Error(message));
    expect(state.user).toBeNull();
  });
});

describe('a registration', () => {
  test('calls the register endpoint', async () => {
    const { actions, server } = openSite({ steps: [succeed({ message: 'Mailed.' }, 202)] });
    await actions.registerAccount('someone@example.com', 'a password');
    expect(server.paths).toEqual(['POST /auth/register']);
  });

  test.each<[string, Step, string]>([
    ['is refused', fail(400, 'One.', 'Two.'), '["One.","Two."]'],
    ['fails without a message', new Response('', { status: 500 }), 'Registration failed'],
    ['gets no answer', 'lost', 'Registration failed'],
  ])('that %s rejects with a message', async (_, step, message) => {
    const { actions } = openSite({ steps: [step] });
    await expect(actions.registerAccount('someone@example.com', 'a password')).rejects.toThrow(new Error(message));
  });
});

describe('a user refresh', () => {
  test('ends the session if the server refuses it', async () => {
    const { actions, server, tokens, state, goTo } = openSite({
      user: USER,
      steps: [fail(401, 'Please sign in.'), succeed({ signedOut: true })],
    });
    expect(await actions.refreshUser()).toBeUndefined();
    expect(console.error).toHaveBeenCalledWith('Authentication failed: 401');
    expect(server.paths).toEqual(['GET /auth/me', 'POST /auth/logout']);
    expect([tokens.token, state.user, goTo.mock.calls]).toEqual([null, null, [['/login']]]);
  });

  test.each<[string, Step, string]>([
    ['fails', fail(500, 'Something went wrong.', 'More.'), 'Error refreshing user info: Something went wrong.'],
    [
      'gets no answer',
      'lost',
      'Error refreshing user info: Can’t reach the server. Check your connection and try again.',
    ],
  ])('that %s is logged and keeps the user signed in', async (_, step, message) => {
    const { actions, tokens, state } = openSite({ user: USER, steps: [step] });
    expect(await actions.refreshUser()).toBeUndefined();
    expect(console.error).toHaveBeenCalledWith(message);
    expect([tokens.token, state.user]).toEqual([TOKEN, USER]);
  });

  test('shares one request between concurrent calls, and sends another for later ones', async () => {
    const { actions, server } = openSite({ user: USER, steps: [succeed(USER), succeed(OTHER)] });
    expect(await Promise.all([actions.refreshUser(), actions.refreshUser()])).toEqual([USER, USER]);
    expect(server.requests).toHaveLength(1);
    expect(await actions.refreshUser()).toEqual(OTHER);
  });

  test('that completes after a sign-out does not sign the user in again', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { actions, state, tokens } = openSite({ user: USER, steps: [promise] });
    const refreshing = actions.refreshUser();
    await vi.advanceTimersByTimeAsync(0);
    actions.forgetSession();
    resolve(succeed(USER));
    expect(await refreshing).toBeUndefined();
    expect([tokens.token, state.user]).toEqual([null, null]);
  });

  test('that completes after a sign-out in another tab does not sign the user in again', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { actions, state, tokens } = openSite({ user: USER, steps: [promise] });
    const refreshing = actions.refreshUser();
    await vi.advanceTimersByTimeAsync(0);
    tokens.clear();
    state.user = null;
    resolve(succeed(USER));
    await refreshing;
    expect(state.user).toBeNull();
  });

  test('that completes after another user signed in is ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { actions, state } = openSite({ user: USER, steps: [promise, succeed({ token: TOKEN }), succeed(OTHER)] });
    const refreshing = actions.refreshUser();
    await vi.advanceTimersByTimeAsync(0);
    await actions.signIn('other@example.com', 'a password');
    resolve(succeed(USER));
    await refreshing;
    expect(state.user).toEqual(OTHER);
  });
});

describe('signing out', () => {
  test('calls the server, forgets the user, and goes to the sign-in page', async () => {
    const { actions, server, tokens, state, goTo } = openSite({ user: USER, steps: [succeed({ signedOut: true })] });
    await actions.signOut();
    expect(server.paths).toEqual(['POST /auth/logout']);
    expect([tokens.token, state.user, goTo.mock.calls]).toEqual([null, null, [['/login']]]);
  });

  test.each<[string, Step]>([
    ['fails', fail(500, 'Something went wrong.')],
    ['cannot be reached', 'lost'],
  ])('works if the server %s', async (_, step) => {
    const { actions, tokens, state, goTo } = openSite({ user: USER, steps: [step] });
    await actions.signOut();
    expect([tokens.token, state.user, goTo.mock.calls]).toEqual([null, null, [['/login']]]);
  });

  test('waits at most three seconds for the server', async () => {
    const { actions, tokens, goTo } = openSite({ user: USER, steps: [new Promise<Response>(() => {})] });
    const leaving = actions.signOut();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(tokens.token).toBe(TOKEN);
    await vi.advanceTimersByTimeAsync(1);
    await leaving;
    expect([tokens.token, goTo.mock.calls]).toEqual([null, [['/login']]]);
  });

  test('twice at once sends one request', async () => {
    const { actions, server, goTo } = openSite({ user: USER, steps: [succeed({ signedOut: true })] });
    await Promise.all([actions.signOut(), actions.endLostSession()]);
    expect(server.requests).toHaveLength(1);
    expect(goTo).toHaveBeenCalledTimes(1);
  });

  test('after a lost session leaves the navigation to the page', async () => {
    const { actions, tokens, state, goTo } = openSite({ user: USER, steps: [succeed({ signedOut: true })] });
    await actions.endLostSession();
    expect([tokens.token, state.user, goTo.mock.calls]).toEqual([null, null, []]);
  });

  test('after a lost session is a no-op for visitors', async () => {
    const { actions, server, goTo } = openSite({ steps: [] });
    await actions.endLostSession();
    expect(server.requests).toEqual([]);
    expect(goTo).not.toHaveBeenCalled();
  });
});

import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { OutsideWorld } from '../outside-world.ts';
import { CLIENT, post, startTestWorld } from '../testing/test-outside-world.ts';
import { type Account, TEST_ACCOUNTS } from './accounts.ts';
import { AuthorizationRefused, authorizeWithoutBrowser } from './authorize-without-browser.ts';

const [FIRST, SECOND, UNVERIFIED] = TEST_ACCOUNTS as [Account, Account, Account];
const VERIFIER = 'a-verifier-that-is-long-enough-for-pkce-0123456789';
const CHECKS = { pkceCodeVerifier: VERIFIER, expectedState: 'the-state', expectedNonce: 'the-nonce' };

function discover(world: OutsideWorld): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(`${world.url}/google`), CLIENT.clientId, CLIENT.clientSecret, undefined, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
}

async function authorizationUrl(
  client: oidc.Configuration,
  changes: Record<string, string | null> = {},
): Promise<string> {
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: CLIENT.redirectUri,
    scope: 'openid email profile',
    state: CHECKS.expectedState,
    nonce: CHECKS.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(VERIFIER),
    code_challenge_method: 'S256',
  });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

/** Signs in and returns the callback URL that the browser is sent to. */
async function signIn(world: OutsideWorld, client: oidc.Configuration, account: Account | undefined): Promise<URL> {
  return new URL(await world.google.authorize(await authorizationUrl(client), account));
}

describe('the stand-in for Google', () => {
  test('signs in by discovery, authorization code and PKCE, and identifies the account in the ID token', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    const callback = await signIn(world, client, FIRST);
    expect(callback.href.startsWith(`${CLIENT.redirectUri}?`)).toBe(true);
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      code: expect.any(String),
      state: 'the-state',
      iss: `${world.url}/google`,
    });
    const tokens = await oidc.authorizationCodeGrant(client, callback, CHECKS);
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: `${world.url}/google`,
      aud: CLIENT.clientId,
      sub: FIRST.sub,
      email: 'first.tester@example.com',
      email_verified: true,
      name: 'first.tester',
      nonce: 'the-nonce',
    });
    expect(claims).not.toHaveProperty('picture');
    expect(Number(claims?.exp) - Number(claims?.iat)).toBe(3600);
    const header = Buffer.from(String(tokens.id_token).split('.')[0] ?? '', 'base64url').toString();
    expect(JSON.parse(header)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  });

  test('signs in an account with an unverified address, and any other described account', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    const claimsOf = async (account: Account) =>
      (await oidc.authorizationCodeGrant(client, await signIn(world, client, account), CHECKS)).claims();
    expect(await claimsOf(UNVERIFIED)).toMatchObject({ sub: UNVERIFIED.sub, email_verified: false });
    expect(await claimsOf(UNVERIFIED)).not.toHaveProperty('hd');
    const employee = { sub: '123', email: 'employee@example.com', emailVerified: true, hostedDomain: 'example.com' };
    expect(await claimsOf(employee)).toMatchObject({ hd: 'example.com' });
    const renamed = { sub: FIRST.sub, email: 'renamed.tester@example.com', emailVerified: true };
    expect(await claimsOf(renamed)).toMatchObject({ sub: FIRST.sub, email: 'renamed.tester@example.com' });
  });

  test('redirects with access_denied when the user cancels', async () => {
    const world = await startTestWorld();
    const callback = await signIn(world, await discover(world), undefined);
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({ error: 'access_denied', state: 'the-state' });
  });

  test('refuses a redirect URI that is not exactly the registered one, without redirecting to it', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    for (const uri of [
      `${CLIENT.redirectUri}/`,
      'http://127.0.0.1:3000/auth/google/callback',
      'http://elsewhere.example/',
    ]) {
      const url = await authorizationUrl(client, { redirect_uri: uri });
      await expect(world.google.authorize(url, FIRST)).rejects.toThrow(AuthorizationRefused);
    }
  });

  test('refuses an unknown client', async () => {
    const world = await startTestWorld();
    const url = await authorizationUrl(await discover(world), { client_id: 'another-client' });
    await expect(world.google.authorize(url, FIRST)).rejects.toThrow(AuthorizationRefused);
  });

  test.each([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with plain PKCE', { code_challenge: VERIFIER, code_challenge_method: 'plain' }, 'invalid_request'],
    ['without the scope openid', { scope: 'email' }, 'invalid_request'],
    ['for a token instead of a code', { response_type: 'id_token' }, 'unsupported_response_type'],
  ])('refuses an authorization %s', async (_what, changes, error) => {
    const world = await startTestWorld();
    const url = await authorizationUrl(await discover(world), changes);
    const { search, hash } = new URL(await world.google.authorize(url, FIRST));
    expect(new URLSearchParams(search || hash.slice(1)).get('error')).toBe(error);
  });

  test('accepts a code once, and only with its verifier and the right secret', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    const refused = (callback: URL, verifier = VERIFIER, as = client) =>
      expect(oidc.authorizationCodeGrant(as, callback, { ...CHECKS, pkceCodeVerifier: verifier })).rejects;

    await refused(await signIn(world, client, FIRST), VERIFIER.toUpperCase()).toMatchObject({ error: 'invalid_grant' });

    const impostor = new oidc.Configuration(client.serverMetadata(), CLIENT.clientId, 'another-secret');
    oidc.allowInsecureRequests(impostor);
    const callback = await signIn(world, client, FIRST);
    await refused(callback, VERIFIER, impostor).toMatchObject({ error: 'invalid_client' });

    await oidc.authorizationCodeGrant(client, callback, CHECKS);
    await refused(callback).toMatchObject({ error: 'invalid_grant' });
  });

  test('asks for an account every time, even in a browser that has signed in before', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    const cookies = new Map<string, string>();
    for (const account of [FIRST, SECOND]) {
      const callback = await authorizeWithoutBrowser(await authorizationUrl(client), account, cookies);
      const tokens = await oidc.authorizationCodeGrant(client, new URL(callback), CHECKS);
      expect(tokens.claims()?.sub).toBe(account.sub);
    }
  });

  test('shows an error page for an unknown account and for an expired sign-in', async () => {
    const { url } = await startTestWorld();
    const form = (choice: string) =>
      fetch(`${url}/google/interaction/gone`, { method: 'POST', body: new URLSearchParams({ choice }) });
    const unreadable = await form('somebody');
    expect([unreadable.status, await unreadable.text()]).toEqual([400, expect.stringContaining('That is no account')]);
    for (const expired of [await form(FIRST.email), await fetch(`${url}/google/interaction/gone`)]) {
      expect([expired.status, await expired.text()]).toEqual([400, expect.stringContaining('expired')]);
    }
  });
});

describe('faults at Google', () => {
  test.each([
    ['from another issuer', { claims: { iss: 'https://elsewhere.example' } }, 'iss'],
    ['for another audience', { claims: { aud: 'another-client' } }, 'aud'],
    ['that is expired', { claims: { exp: 1_000_000_000 } }, 'exp'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'nonce'],
    ['without a subject', { claims: { sub: null } }, 'sub'],
    ['signed with another key of the same id', { signature: 'other-key' }, 'signature'],
    ['signed with an unpublished key', { signature: 'unknown-key' }, 'key'],
    ['without a signature', { signature: 'none' }, 'alg'],
  ])('can issue an ID token %s, and valid ones again afterwards', async (_what, badToken, said) => {
    const world = await startTestWorld();
    const client = await discover(world);
    expect((await post(world, '/google/control/token', badToken)).status).toBe(204);
    const callback = await signIn(world, client, FIRST);
    const failure: unknown = await oidc.authorizationCodeGrant(client, callback, CHECKS).catch((error) => error);
    expect(describeError(failure)).toContain(said);
    await post(world, '/google/control/token', {});
    await oidc.authorizationCodeGrant(client, await signIn(world, client, FIRST), CHECKS);
  });

  test('can be down entirely or at one endpoint, and recovers', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    const discovery = `${world.url}/google/.well-known/openid-configuration`;

    await post(world, '/google/control/outage', { mode: '500' });
    expect((await fetch(discovery)).status).toBe(500);
    await post(world, '/google/control/outage', { mode: 'refuse' });
    await expect(fetch(discovery)).rejects.toThrow();
    await post(world, '/google/control/outage', { mode: '500', at: 'token' });
    expect((await fetch(discovery)).status).toBe(200);
    const callback = await signIn(world, client, FIRST);
    await expect(oidc.authorizationCodeGrant(client, callback, CHECKS)).rejects.toThrow();
    await post(world, '/google/control/outage', { mode: 'off' });
    await oidc.authorizationCodeGrant(client, callback, CHECKS);
  });

  test('can leave a request unanswered', async () => {
    const world = await startTestWorld();
    await post(world, '/google/control/outage', { mode: 'hang' });
    const unanswered = fetch(`${world.url}/google/jwks`).then(
      () => 'answered',
      () => 'ended',
    );
    expect((await fetch(`${world.url}/mail`)).status).toBe(200);
    await world.close();
    expect(await unanswered).toBe('ended');
  });
});

describe('the control API', () => {
  test('signs in without a browser in one call', async () => {
    const world = await startTestWorld();
    const client = await discover(world);
    const accounts = ['second.tester@example.com', { email: 'third.tester@example.com', emailVerified: false }, null];
    const answers = [];
    for (const account of accounts) {
      const response = await post(world, '/google/control/authorize', {
        authorizationUrl: await authorizationUrl(client),
        account,
      });
      const { redirectUrl } = (await response.json()) as { redirectUrl: string };
      answers.push(new URL(redirectUrl));
    }
    const [second, third, cancelled] = answers as [URL, URL, URL];
    expect((await oidc.authorizationCodeGrant(client, second, CHECKS)).claims()?.sub).toBe(SECOND.sub);
    expect((await oidc.authorizationCodeGrant(client, third, CHECKS)).claims()).toMatchObject({
      sub: expect.stringMatching(/^\d{21}$/),
      email: 'third.tester@example.com',
      email_verified: false,
    });
    expect(cancelled.searchParams.get('error')).toBe('access_denied');
  });

  test.each([
    [
      '/google/control/authorize',
      { authorizationUrl: 'http://elsewhere.example/auth?', account: null },
      'authorizationUrl',
    ],
    ['/google/control/authorize', { account: 'nobody@example.com' }, 'account'],
    ['/google/control/outage', { mode: 'on' }, 'mode'],
    ['/google/control/token', { signature: 'wrong' }, 'signature'],
    ['/google/control/token', { claim: {} }, 'claim'],
  ])('reports what is wrong with a request to %s: %o', async (path, body, said) => {
    const world = await startTestWorld();
    const response = await post(world, path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: expect.arrayContaining([expect.stringContaining(said)]) });
  });

  test('reports that the provider refused the request', async () => {
    const world = await startTestWorld();
    const url = await authorizationUrl(await discover(world), { redirect_uri: 'http://elsewhere.example/' });
    const response = await post(world, '/google/control/authorize', { authorizationUrl: url, account: FIRST.email });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: ['the provider refused the request with 400'] });
  });
});

/** The messages of an error and its causes. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  return [error.message, code, JSON.stringify(error.cause ?? ''), describeError(error.cause)].join(' ');
}

import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { accessToken, answerForUser, asUser, BETA_TESTER, storageOf } from './signed-in.ts';
import { open, useSite } from './visits.ts';

const site = useSite();

const EXPIRED = accessToken({ expiresInSeconds: -60, name: 'expired' });
const FRESH = accessToken({ name: 'fresh' });
const withToken = (token: string) => ({ storage: storageOf(BETA_TESTER, token) });

describe('an expired token', () => {
  test.each([
    ['past its expiry', EXPIRED],
    ['that cannot be read', 'no token at all'],
  ])('%s is refreshed before a call, by one request for all calls', async (_, token) => {
    const { page, api } = await site.visit('/app', {
      ...withToken(token),
      script(api) {
        answerForUser(api);
        api.answer(CALLS.refresh, { token: FRESH });
      },
    });
    for (const call of [CALLS.getMe, CALLS.getUsage, CALLS.getEntitlement]) {
      await api.untilSent(call);
      expect(api.sent(call).map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${FRESH}`]);
    }
    expect(api.sent(CALLS.refresh).map(({ body }) => body)).toEqual([undefined]);
    expect(await page.evaluate('localStorage.jwtToken')).toBe(FRESH);
  });

  test('that is rejected signs out, clears the storage, and leads to the sign-in page', async () => {
    const { page } = await site.visit('/app', {
      ...withToken(EXPIRED),
      script(api, trouble) {
        answerForUser(api);
        api.answer(CALLS.logout, { signedOut: true });
        api.fail(CALLS.refresh, 401, ['Your session has ended. Please sign in again.']);
        trouble.expect(/Refresh token failed with status 401 \(auth error\)\./);
      },
    });
    await page.waitForURL(`${SITE_URL}/login`);
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
    expect(await page.evaluate('localStorage.jwtToken')).toBeUndefined();
    expect(await page.evaluate(`JSON.parse(localStorage['auth-storage']).state.user`)).toBeNull();
  });

  test('signs nobody out while the server is failing, and works again afterwards', async () => {
    const { page, api } = await site.visit('/app', {
      ...withToken(EXPIRED),
      script(api, trouble) {
        answerForUser(api);
        api.fail(CALLS.refresh, 503, ['Not now']);
        trouble.expect(/Refresh token failed with status 503: /);
      },
    });
    await page.getByText('Error loading usage stats.').waitFor();
    expect(page.url()).toBe(`${SITE_URL}/app`);
    expect(await page.evaluate('localStorage.jwtToken')).toBe(EXPIRED);
    api.answer(CALLS.refresh, { token: FRESH });
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          return page.getByRole('table', { name: 'Monthly' }).getByRole('row').count();
        },
        { timeout: 300_000 },
      )
      .toBeGreaterThan(1);
  });

  test.each([
    ['a visitor', { jwtToken: EXPIRED }],
    ['somebody signed in', storageOf(BETA_TESTER, EXPIRED)],
  ])('of %s that is rejected on a public page is cleared, without a redirect', async (_, storage) => {
    const { page, api } = await site.visit('/terms', {
      storage,
      script(api, trouble) {
        api.answer(CALLS.logout, { signedOut: true });
        api.fail(CALLS.refresh, 401, ['Your session has ended. Please sign in again.']);
        trouble.expect(/Refresh token failed with status 401 \(auth error\)\./);
      },
    });
    const { headers } = await api.untilSent(CALLS.track);
    expect(headers).not.toHaveProperty('authorization');
    await expect.poll(() => page.evaluate('localStorage.jwtToken')).toBeUndefined();
    expect(page.url()).toBe(`${SITE_URL}/terms`);
  });
});

test('signed-in users send the token with every call, including events', async () => {
  const { page, api } = await site.visit('/terms', asUser());
  const token = await page.evaluate('localStorage.jwtToken');
  api.answer(CALLS.verifyEmail, { verified: true, email: BETA_TESTER.email });
  await page.evaluate("location.assign('/verify-email?token=abc')");
  for (const call of [CALLS.track, CALLS.verifyEmail, CALLS.getMe, CALLS.getUsage]) {
    const { headers } = await api.untilSent(call);
    expect(headers).toMatchObject({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  }
});

test('visitors send no token and request none', async () => {
  const { api } = await site.visit('/');
  const { headers } = await api.untilSent(CALLS.track);
  expect(headers).not.toHaveProperty('authorization');
  expect(api.sent(CALLS.refresh)).toEqual([]);
});

test('two tabs whose tokens expire at the same time both stay signed in, with one request', async () => {
  const { page, context, api } = await site.visit('/terms', {
    script(api) {
      answerForUser(api);
      api.answer(CALLS.refresh, { token: FRESH });
    },
  });
  // Only now: otherwise the open page would refresh it for its own calls.
  await page.evaluate((stored) => Object.assign(localStorage, stored), storageOf(BETA_TESTER, EXPIRED));
  const other = await context.newPage();
  const goOn = api.hold(CALLS.refresh);
  await Promise.all([page.goto(`${SITE_URL}/app`), other.goto(`${SITE_URL}/app`)]);
  await api.untilSent(CALLS.refresh);
  goOn();
  for (const tab of [page, other])
    await tab.getByRole('table', { name: 'Monthly' }).getByRole('button').first().waitFor();
  expect(api.sent(CALLS.refresh)).toHaveLength(1);
  expect([page.url(), other.url()]).toEqual([`${SITE_URL}/app`, `${SITE_URL}/app`]);
});

test('signing out in one tab signs out in the others', async () => {
  const { page, context, api } = await site.visit('/app', asUser());
  api.answer(CALLS.logout, { signedOut: true });
  const other = await context.newPage();
  await open(other, '/app/settings');
  await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click();
  await page.waitForURL(`${SITE_URL}/login`);
  await other.waitForURL(`${SITE_URL}/login`);
});

describe('logging out', () => {
  test('notifies the server, clears the storage, and leads to the sign-in page', async () => {
    const { page, api } = await site.visit('/app', asUser());
    api.answer(CALLS.logout, { signedOut: true });
    await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click();
    await page.waitForURL(`${SITE_URL}/login`);
    expect(api.sent(CALLS.logout)).toHaveLength(1);
    expect(await page.evaluate('localStorage.jwtToken')).toBeUndefined();
  });

  test('waits no longer than 3000 ms for the server', async () => {
    const { page, api, trouble } = await site.visit('/app', asUser(BETA_TESTER, { isClockStopped: true }));
    trouble.expect(/The server was not told of the sign-out/);
    api.answer(CALLS.logout, { signedOut: true });
    api.hold(CALLS.logout);
    await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click();
    await api.untilSent(CALLS.logout);
    await page.clock.runFor(2_900);
    expect(page.url()).toBe(`${SITE_URL}/app`);
    await page.clock.runFor(200);
    await page.waitForURL(`${SITE_URL}/login`);
    expect(await page.evaluate('localStorage.jwtToken')).toBeUndefined();
  });

  test('succeeds locally if the server can’t be reached', async () => {
    const { page, api, trouble } = await site.visit('/app', asUser());
    api.lose(CALLS.logout);
    trouble.expect(/The server was not told of the sign-out/);
    await page.getByRole('button', { name: 'Log out' }).locator('visible=true').click();
    await page.waitForURL(`${SITE_URL}/login`);
  });
});

test('a token that the server rejects logs out', async () => {
  const { page } = await site.visit('/app', {
    ...asUser(),
    script(api, trouble) {
      answerForUser(api);
      api.fail(CALLS.getMe, 401, ['Your session has ended. Please sign in again.']);
      api.fail(CALLS.refresh, 401, ['Your session has ended. Please sign in again.']);
      api.answer(CALLS.logout, { signedOut: true });
      trouble.expect(/Authentication failed: 401|Refresh token failed with status 401/);
    },
  });
  await page.waitForURL(`${SITE_URL}/login`);
});

test('unavailable user info is only logged to the console', async () => {
  const { page, trouble } = await site.visit('/app/settings', {
    ...asUser(),
    script(api, trouble) {
      answerForUser(api);
      api.fail(CALLS.getMe, 500, ['Something went wrong on our side.']);
      trouble.expect(/Error refreshing user info: Something went wrong on our side\./);
    },
  });
  await trouble.untilExpectedHappened();
  await page.getByRole('heading', { name: 'Email Settings' }).waitFor();
  expect(page.url()).toBe(`${SITE_URL}/app/settings`);
});

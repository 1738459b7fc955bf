import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { API_URL, SITE_URL } from './addresses.ts';
import { untilFocused } from './focus.ts';
import { accessToken, answerForUser, asUser, BETA_TESTER } from './signed-in.ts';
import { useSite, type Visit } from './visits.ts';

const site = useSite();

async function fillIn({ page }: Visit, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
}

async function signIn(visit: Visit): Promise<void> {
  await fillIn(visit, BETA_TESTER.email, 'a long enough password');
  await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe('the sign-in page', () => {
  test('has its title, fields, buttons and link', async () => {
    const { page } = await site.visit('/login');
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
    expect(await page.getByLabel('Email address').getAttribute('autocomplete')).toBe('username');
    expect(await page.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Register here' }).getAttribute('href')).toBe('/register');
  });

  test('sends the browser to Google through the server', async () => {
    const { page } = await site.visit('/login');
    await page.route('**/auth/google/authorize', (route) => route.fulfill({ status: 200, body: 'Google' }));
    await page.getByText('Sign in with Google').click();
    await page.waitForURL(`${API_URL}/auth/google/authorize`);
  });

  test('sends signed-in users to the account', async () => {
    const { page } = await site.visit('/login', asUser());
    await page.waitForURL(`${SITE_URL}/app`);
  });
});

describe('signing in', () => {
  test('stores token and user, and goes to the account', async () => {
    const visit = await site.visit('/login');
    const token = accessToken();
    answerForUser(visit.api);
    visit.api.answer(CALLS.login, { token });
    await fillIn(visit, ` ${BETA_TESTER.email}`, 'a long enough password');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(`${SITE_URL}/app`);
    const [{ body } = {}] = visit.api.sent(CALLS.login);
    expect(body).toEqual({ email: BETA_TESTER.email, password: 'a long enough password' });
    const [{ headers } = { headers: {} }] = visit.api.sent(CALLS.getMe);
    expect(headers).toMatchObject({ authorization: `Bearer ${token}` });
    const stored = await visit.page.evaluate<Record<string, string>>('({ ...localStorage })');
    expect(stored['jwtToken']).toBe(token);
    expect(JSON.parse(stored['auth-storage'] ?? '')).toMatchObject({ state: { user: BETA_TESTER } });
  });

  test('shows progress, and sends one request', async () => {
    const visit = await site.visit('/login');
    answerForUser(visit.api);
    visit.api.answer(CALLS.login, { token: accessToken() });
    const goOn = visit.api.hold(CALLS.login);
    await signIn(visit);
    await visit.page.locator('button[type=submit]:disabled').waitFor();
    goOn();
    await visit.page.waitForURL(`${SITE_URL}/app`);
    expect(visit.api.sent(CALLS.login)).toHaveLength(1);
  });

  test('rejects an invalid address next to its field, before anything is sent', async () => {
    const visit = await site.visit('/login');
    await fillIn(visit, 'nobody', 'a password');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByText('Invalid email address').waitFor();
    const email = visit.page.getByLabel('Email address');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await untilFocused(email);
    expect(visit.api.sent(CALLS.login)).toEqual([]);
  });

  test('shows the server’s error, and keeps what was typed', async () => {
    const visit = await site.visit('/login');
    visit.api.fail(CALLS.login, 401, ['Invalid email or password']);
    await signIn(visit);
    await visit.page.getByRole('alert').getByText('Login failed: ["Invalid email or password"]').waitFor();
    expect(await visit.page.getByLabel('Email address').inputValue()).toBe(BETA_TESTER.email);
    expect(await visit.page.getByLabel('Password').inputValue()).toBe('a long enough password');
    expect(await visit.page.evaluate('localStorage.jwtToken')).toBeUndefined();
  });

  test('says that it failed if the server gives no reason', async () => {
    const visit = await site.visit('/login');
    visit.api.fail(CALLS.login, 502);
    await signIn(visit);
    await visit.page.getByRole('alert').getByText('Login failed', { exact: true }).waitFor();
  });

  test('treats a response without a token as a failure', async () => {
    const visit = await site.visit('/login');
    visit.api.answerRaw(CALLS.login, { data: {} });
    await signIn(visit);
    await visit.page.getByRole('alert').getByText('No token in response').waitFor();
  });

  test('succeeds even if user info is unavailable, and shows the account once it can be loaded', async () => {
    const visit = await site.visit('/login');
    const token = accessToken();
    answerForUser(visit.api);
    visit.api.answer(CALLS.login, { token });
    visit.api.fail(CALLS.getMe, 500, ['Something went wrong on our side.']);
    visit.trouble.expect(/Error refreshing user info: Something went wrong on our side\./);
    await signIn(visit);
    await visit.page.getByRole('heading', { name: "Your account can't be loaded right now" }).waitFor();
    expect(visit.page.url()).toBe(`${SITE_URL}/app`);
    expect(await visit.page.evaluate('localStorage.jwtToken')).toBe(token);
    visit.api.answer(CALLS.getMe, BETA_TESTER);
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByRole('heading', { name: `Usage Stats for ${BETA_TESTER.email}` }).waitFor();
  });

  test('can be tried again after a lost response', async () => {
    const visit = await site.visit('/login');
    visit.api.lose(CALLS.login);
    await signIn(visit);
    await visit.page.getByRole('alert').getByText('Login failed').waitFor();
    answerForUser(visit.api);
    visit.api.answer(CALLS.login, { token: accessToken() });
    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visit.page.waitForURL(`${SITE_URL}/app`);
  });
});

import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { untilFocused } from './focus.ts';
import { asUser } from './signed-in.ts';
import { useSite, type Visit } from './visits.ts';

const site = useSite();

async function register({ page }: Visit, password = 'a long enough password'): Promise<void> {
  await page.getByLabel('Email').fill('new@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
}

describe('the registration page', () => {
  test('has its title, fields, buttons and link', async () => {
    const { page } = await site.visit('/register');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    expect(await page.getByLabel('Password').getAttribute('autocomplete')).toBe('new-password');
    await page.getByText('Sign Up with Google').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in here' }).getAttribute('href')).toBe('/login');
  });

  test('sends signed-in users to the account', async () => {
    const { page } = await site.visit('/register', asUser());
    await page.waitForURL(`${SITE_URL}/app`);
  });
});

describe('registering', () => {
  test('ends with what to do next, and a link to the sign-in page', async () => {
    const visit = await site.visit('/register');
    visit.api.answer(CALLS.register, { message: 'Look into your inbox.' });
    await register(visit);
    await visit.page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
    await visit.page
      .getByText(
        "Please check your email for a verification link. You'll need to verify your email address before you can log in.",
      )
      .waitFor();
    expect(visit.api.sent(CALLS.register)[0]?.body).toEqual({
      email: 'new@example.com',
      password: 'a long enough password',
    });
    await visit.page.getByRole('link', { name: 'Go to Login' }).click();
    await visit.page.waitForURL(`${SITE_URL}/login`);
  });

  test('rejects a password of 7 characters, and accepts one of 8', async () => {
    const visit = await site.visit('/register');
    visit.api.answer(CALLS.register, { message: '' });
    await register(visit, '1234567');
    await visit.page.getByText('Password must be at least 8 characters').waitFor();
    await untilFocused(visit.page.getByLabel('Password'));
    expect(visit.api.sent(CALLS.register)).toEqual([]);
    await register(visit, '12345678');
    await visit.page.getByText('Registration Successful!').waitFor();
  });

  test('rejects an invalid address', async () => {
    const { page } = await site.visit('/register');
    await page.getByLabel('Email').fill('nobody@');
    await page.getByLabel('Password').fill('a long enough password');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid email address').waitFor();
  });

  test.each([
    ['the server’s error', ['Too many attempts.'], '["Too many attempts."]'],
    ['that it failed if the server gives no reason', undefined, 'Registration failed'],
  ])('shows %s, and keeps what was typed', async (_, errors, message) => {
    const visit = await site.visit('/register');
    visit.api.fail(CALLS.register, 429, errors);
    await register(visit);
    await visit.page.getByRole('alert').getByText(message, { exact: true }).waitFor();
    expect(await visit.page.getByLabel('Email').inputValue()).toBe('new@example.com');
  });
});

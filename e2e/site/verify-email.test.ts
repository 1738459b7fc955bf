import { CALLS } from '@workspace/contract/calls';
import { expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('verifying shows progress, sends one request for a token, and ends on the sign-in page with a confirmation', async () => {
  let goOn = () => {};
  const { page, api } = await site.visit('/verify-email?token=abc%2B1', {
    script(api) {
      api.answer(CALLS.verifyEmail, { verified: true, email: 'writer@example.com' });
      goOn = api.hold(CALLS.verifyEmail);
    },
  });
  await page.getByText('Verifying your email...').waitFor();
  goOn();
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText('Your email has been verified successfully! Please log in.').waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('writer@example.com');
  await page.getByRole('link', { name: "See what's next" }).click();
  await page.getByRole('heading', { name: "You're In!" }).waitFor();
  expect(api.sent(CALLS.verifyEmail).map(({ path }) => path)).toEqual(['/email/verify?token=abc%2B1']);
});

test.each([
  ['the server’s first error', 400, ['This link has expired.', 'Another'], 'This link has expired.'],
  ['a server error as such', 503, ['Not now'], 'Server error. Please try again later.'],
  ['that it failed if there is no reason', 400, undefined, 'Email verification failed'],
])('shows %s, and ends on the sign-in page', async (_, status, errors, message) => {
  const { page } = await site.visit('/verify-email?token=abc', {
    script: (api) => api.fail(CALLS.verifyEmail, status, errors),
  });
  await page.waitForURL(`${SITE_URL}/login`);
  await page.locator('[data-sonner-toast]').getByText(message, { exact: true }).waitFor();
  await page.getByRole('main').getByText(message, { exact: true }).waitFor();
});

test('after a failed verification, a new link can be requested on the sign-in page', async () => {
  const { page, api } = await site.visit('/verify-email?token=abc', {
    script(api) {
      api.fail(CALLS.verifyEmail, 400, ['This link has expired.']);
      api.answer(CALLS.resendVerification, { message: 'Mailed.' });
    },
  });
  await page.getByLabel('Email address').fill('writer@example.com');
  await page.getByRole('button', { name: 'Send a new one' }).click();
  await page.getByText('If this address still needs to be verified, a new link is on its way.').waitFor();
  expect(api.sent(CALLS.resendVerification).map(({ body }) => body)).toEqual([{ email: 'writer@example.com' }]);
  await page.getByRole('link', { name: 'Sign in here' }).click();
  await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
});

test('says that it failed if the response is lost', async () => {
  const { page } = await site.visit('/verify-email?token=abc', { script: (api) => api.lose(CALLS.verifyEmail) });
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByRole('main').getByText('Email verification failed').waitFor();
});

test('redirects to the home page without a token', async () => {
  const { page } = await site.visit('/verify-email');
  await page.waitForURL(`${SITE_URL}/`);
});

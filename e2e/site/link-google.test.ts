import { CALLS } from '@workspace/contract/calls';
import { expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('the link in the email leads to a button, and only that links the Google account', async () => {
  const { page, api } = await site.visit('/link-google?token=abc');
  api.answer(CALLS.linkGoogle, { linked: true });
  const button = page.getByRole('button', { name: 'Link Google account' });
  await button.waitFor();
  expect(api.sent(CALLS.linkGoogle)).toEqual([]);
  await button.click();
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText('Your Google account is linked.').waitFor();
  expect(api.sent(CALLS.linkGoogle)[0]?.body).toEqual({ token: 'abc' });
});

test('a link that no longer works says what to do', async () => {
  const { page, api } = await site.visit('/link-google?token=abc');
  api.fail(CALLS.linkGoogle, 400, ['This link has expired. Sign in with Google again to get a new one.']);
  await page.getByRole('button', { name: 'Link Google account' }).click();
  await page.getByRole('alert').getByText('Sign in with Google again').waitFor();
});

test('after a sign-in that needs confirmation, the page says to check the email and how else to sign in', async () => {
  const { page } = await site.visit('/link-google');
  await page.getByRole('heading', { name: 'Please check your email' }).waitFor();
  await page.getByRole('link', { name: 'sign in with your password' }).click();
  await page.waitForURL(`${SITE_URL}/login`);
});

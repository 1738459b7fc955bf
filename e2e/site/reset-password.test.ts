import { CALLS } from '@workspace/contract/calls';
import { expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('a link from support lets the user choose a password, which then works for signing in', async () => {
  const { page, api } = await site.visit('/reset-password?token=abc');
  api.answer(CALLS.resetPassword, { reset: true });
  const password = page.getByLabel('New password');
  expect(await password.getAttribute('autocomplete')).toBe('new-password');
  await password.fill('1234567');
  await page.keyboard.press('Enter');
  await page.getByText('Password must be at least 8 characters').waitFor();
  expect(api.sent(CALLS.resetPassword)).toEqual([]);
  await password.fill('a long enough password');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText('Your password has been changed.').waitFor();
  expect(api.sent(CALLS.resetPassword)[0]?.body).toEqual({ token: 'abc', password: 'a long enough password' });
});

test('a link that no longer works says what to do', async () => {
  const { page, api } = await site.visit('/reset-password?token=abc');
  api.fail(CALLS.resetPassword, 400, ['This link was used already. Ask support for a new one.']);
  await page.getByLabel('New password').fill('a long enough password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This link was used already.').waitFor();
});

test('an incomplete link says whom to ask', async () => {
  const { page } = await site.visit('/reset-password');
  await page.getByRole('link', { name: 'support@localhost.localdomain' }).waitFor();
});

import { json } from 'node:stream/consumers';
import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { asUser, BETA_TESTER, SESSIONS } from './signed-in.ts';
import { useSite } from './visits.ts';

const site = useSite();

test('the email address is shown, and can’t be changed', async () => {
  const { page } = await site.visit('/app/settings', asUser());
  await page.getByRole('heading', { name: 'Email Settings' }).waitFor();
  const email = page.getByLabel('Email address');
  expect(await email.inputValue()).toBe(BETA_TESTER.email);
  expect(await email.getAttribute('readonly')).not.toBeNull();
});

describe('sessions', () => {
  test('are listed with the current one marked, and can be signed out one by one', async () => {
    const { page, api } = await site.visit('/app/settings', asUser());
    const device = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Studio Mac' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Chrome on Linux' })
      .getByText('This browser', { exact: true })
      .waitFor();
    await device.getByRole('button', { name: /Sign out/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out Studio Mac?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(api.sent(CALLS.endSession)).toEqual([]);
    api.answer(CALLS.endSession, { id: SESSIONS[1]?.id ?? '' });
    api.answer(CALLS.listSessions, SESSIONS.slice(0, 1));
    await device.getByRole('button', { name: /Sign out/ }).click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await device.waitFor({ state: 'detached' });
    expect(api.sent(CALLS.endSession).map(({ path }) => path)).toEqual([`/auth/sessions/${SESSIONS[1]?.id}`]);
  });

  test('that can’t be ended stay, with an error', async () => {
    const { page, api, trouble } = await site.visit('/app/settings', asUser());
    api.fail(CALLS.endSession, 500, ['Something went wrong on our side.']);
    trouble.expect(/Something went wrong on our side\./);
    const device = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Studio Mac' });
    await device.getByRole('button', { name: /Sign out/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('We couldn’t sign out Studio Mac. Please try again.').waitFor();
    await device.waitFor();
  });
});

describe('the account', () => {
  test('is exported as a file', async () => {
    const { page, api } = await site.visit('/app/settings', asUser());
    const held = { exportedAt: '2025-03-06T08:00:00.000Z', user: BETA_TESTER, usage: [{ seconds: 12 }] };
    api.answerRaw(CALLS.exportAccount, { data: held });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('saykey-account-2025-03-06.json');
    expect(await json(await download.createReadStream())).toEqual(held);
  });

  test('is deleted once its address is typed, and the browser is signed out', async () => {
    const { page, api } = await site.visit('/app/settings', asUser());
    api.answer(CALLS.deleteAccount, { deleted: true });
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('other@example.com');
    await page.keyboard.press('Enter');
    expect(api.sent(CALLS.deleteAccount)).toEqual([]);
    await dialog.getByRole('textbox').fill(BETA_TESTER.email);
    await confirm.click();
    await page.waitForURL(`${SITE_URL}/`);
    await page.getByText('Your account has been deleted.').waitFor();
    expect(await page.evaluate('localStorage.jwtToken')).toBeUndefined();
  });

  test('that can’t be deleted stays, with an error', async () => {
    const { page, api, trouble } = await site.visit('/app/settings', asUser());
    api.fail(CALLS.deleteAccount, 503, ['Not now.']);
    trouble.expect(/Not now\./);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(BETA_TESTER.email);
    await page.keyboard.press('Enter');
    await page.getByText('We couldn’t delete your account. Please try again.').waitFor();
    expect(page.url()).toBe(`${SITE_URL}/app/settings`);
  });
});

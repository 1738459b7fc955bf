import { CALLS } from '@workspace/contract/calls';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { API_URL, SANDBOX_URL, SITE_URL } from './addresses.ts';
import { untilFocused } from './focus.ts';
import { openPaymentPages } from './payment-pages.ts';
import { accessToken, answerForUser, asUser, BETA_TESTER, RELEASE, SESSIONS, STANDARD_USER } from './signed-in.ts';
import { expectTabOrder, pressOn, tabTo } from './tab-stops.ts';
import { open, useSite, type Visit } from './visits.ts';

const site = useSite();

const NARROW = { viewport: { width: 360, height: 740 } };

function visitLanding(context: { viewport?: { width: number; height: number } } = {}): Promise<Visit> {
  return site.visit('/', { context, script: (api) => api.answer(CALLS.getLatestRelease, RELEASE) });
}

/** React marks the elements that it has rendered or hydrated. */
const IS_LOWER_HALF_DRAWN = `Object.keys(document.querySelector('#faq details') ?? {}).some((key) => key.startsWith('__react'))`;

const untilTrue = (page: Page, condition: string) =>
  vi.waitUntil(() => page.evaluate<boolean>(condition), { timeout: 300_000, interval: 50 });

/** Waits for the sign-in page, on which Tab begins at the first field. */
async function expectSignInPage(page: Page): Promise<void> {
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
  await untilFocused(page.locator('#content'));
  await page.keyboard.press('Tab');
  await untilFocused(page.getByLabel('Email address'));
}

/** Presses Tab and Shift+Tab often enough to move the focus out of the dialog, if that were possible. */
async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const isElsewhere = `!['BODY', 'HTML'].includes(document.activeElement.tagName) && document.activeElement.closest('dialog:modal') === null`;
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press(key);
      expect(await page.evaluate(isElsewhere)).toBe(false);
    }
  }
  await tabTo(dialog.getByRole('button', { name: 'Cancel' }));
}

describe('on the landing page', () => {
  test('the header can be skipped', async () => {
    const { page } = await visitLanding();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await untilFocused(skip);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('main').getByRole('link', { name: 'Download Free Trial' }).first());
  });

  test.each(['before', 'after'])('a header link goes to its section, whose code is loaded %s', async (when) => {
    const { page, context } = await visitLanding();
    const code = Promise.withResolvers<void>();
    await context.route('**/assets/lower-sections-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/assets/lower-sections-*.js');
    await tabTo(page.getByRole('banner').getByRole('link', { name: 'FAQ' }));
    await asked;
    if (when === 'before') {
      code.resolve();
      await untilTrue(page, IS_LOWER_HALF_DRAWN);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`${SITE_URL}/#faq`);
    await untilFocused(page.locator('#faq'));
    code.resolve();
    await untilTrue(page, IS_LOWER_HALF_DRAWN);
    await untilFocused(page.locator('#faq'));
    await page.keyboard.press('Tab');
    await untilFocused(page.locator('#faq').getByRole('link', { name: 'Write to us' }));
  });

  test('Space and Enter switch the theme, and the button keeps the focus', async () => {
    const { page } = await visitLanding();
    await pressOn(page.getByRole('button', { name: 'Use dark theme' }), 'Space');
    const back = page.getByRole('button', { name: 'Use light theme' });
    await back.waitFor();
    await untilFocused(back);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use dark theme' }).waitFor();
    expect(await page.evaluate('localStorage.theme')).toBe('light');
  });

  test('the menu opens, closes with Escape, and leads to the sections and the sign-in page', async () => {
    const { page } = await visitLanding(NARROW);
    const summary = page.locator('header summary');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await pressOn(summary, 'Space');
    await tabTo(menu.getByRole('link', { name: 'Pricing' }));
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await untilFocused(summary);
    await page.keyboard.press('Enter');
    await pressOn(menu.getByRole('link', { name: 'Pricing' }), 'Enter');
    await menu.waitFor({ state: 'hidden' });
    await page.waitForURL(`${SITE_URL}/#pricing`);
    await untilFocused(page.locator('#pricing'));
    await page.keyboard.press('Tab');
    await untilFocused(page.locator('#pricing').getByRole('link', { name: /Buy License/ }));
    await tabTo(summary, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await pressOn(menu.getByRole('link', { name: 'Log in' }), 'Enter');
    await page.waitForURL(`${SITE_URL}/login`);
  });

  test('the menu closes when the focus moves past it', async () => {
    const { page } = await visitLanding(NARROW);
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await pressOn(page.locator('header summary'), 'Enter');
    await tabTo(menu.getByRole('link', { name: 'Log in' }));
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('main').getByRole('link', { name: 'Download Free Trial' }).first());
    await menu.waitFor({ state: 'hidden' });
  });

  test.each(['Space', 'Enter'] as const)('%s holds the key, which keeps the focus', async (name) => {
    const { page } = await visitLanding();
    const key = page.getByRole('main').getByRole('button', { name: /Hold to speak|Let go to stop/ });
    await tabTo(key);
    await page.keyboard.down(name);
    const status = page.getByRole('main').getByRole('status');
    await status.filter({ hasText: 'Listening' }).waitFor();
    await page.keyboard.up(name);
    await status.filter({ hasText: /Inserted|Hold it while you speak/ }).waitFor();
    await untilFocused(key);
  });

  test('Space still holds the key without focus after navigating from another page', async () => {
    const { page } = await site.visit('/terms', { script: (api) => api.answer(CALLS.getLatestRelease, RELEASE) });
    await pressOn(page.getByRole('banner').getByRole('link', { name: /home/ }), 'Enter');
    await page.getByRole('button', { name: 'Hold to speak' }).waitFor();
    await untilFocused(page.locator('#content'));
    await page.keyboard.down('Space');
    await page.getByRole('main').getByRole('status').filter({ hasText: 'Listening' }).waitFor();
    await page.keyboard.up('Space');
  });

  test.each(['Space', 'Enter'] as const)('%s plays the demo, whose video then has the focus', async (name) => {
    const { page } = await visitLanding({ viewport: { width: 1_280, height: 1_000 } });
    await pressOn(page.getByRole('button', { name: 'Play the demo' }), name);
    const video = page.locator('video');
    await untilFocused(video);
    await untilTrue(page, "document.querySelector('video').currentTime > 0");
    await page.keyboard.press('Space');
    await untilTrue(page, "document.querySelector('video').paused");
    // Once is enough: the tab order doesn't depend on how the demo was started.
    if (name === 'Space') await expectTabOrder(page);
  });

  test('the trial can be downloaded and a license bought', async () => {
    const { page, context } = await visitLanding();
    await openPaymentPages(context);
    await pressOn(page.getByRole('main').getByRole('link', { name: 'Download Free Trial' }).first(), 'Enter');
    const download = page.locator('#download').getByRole('link', { name: /0\.5\.5/ });
    await download.waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(download);
    await context.route(RELEASE.downloadUrl, (route) =>
      route.fulfill({ body: 'An image', headers: { 'Content-Disposition': 'attachment; filename=Saykey.dmg' } }),
    );
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await downloading).url()).toBe(RELEASE.downloadUrl);
    await tabTo(page.locator('#pricing').getByRole('link', { name: /Buy License/ }), 'Shift+Tab');
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    await (await opened).waitForURL(`${SANDBOX_URL}/payments/link/standard`);
  });

  test('every question opens with Enter and closes with Space', async () => {
    const { page } = await visitLanding();
    await page.locator('#faq').scrollIntoViewIfNeeded();
    const entries = await page.locator('#faq details').all();
    for (const entry of entries) {
      if ((await entry.getAttribute('open')) !== null) await entry.locator('summary').press('Enter');
    }
    await page.evaluate('document.activeElement.blur(); window.scrollTo(0, 0)');
    for (const entry of entries) {
      await pressOn(entry.locator('summary'), 'Enter');
      await entry.locator('p').waitFor();
      await page.keyboard.press('Space');
      await entry.locator('p').waitFor({ state: 'hidden' });
    }
  });

  test('the footer leads to another page, where Tab starts at the beginning', async () => {
    const { page } = await visitLanding();
    await pressOn(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }), 'Enter');
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
    await untilFocused(page.locator('#content'));
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    await page.keyboard.press('Tab');
    await untilFocused(contents.first());
    // Tab also continues from the targets of these links.
    await tabTo(contents.last());
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('main').getByRole('link', { name: 'contact page' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${SITE_URL}/contact`);
    await page.getByRole('heading', { name: 'Contact' }).waitFor();
    await untilFocused(page.locator('#content'));
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('link', { name: 'support@localhost.localdomain' }));
  });
});

test('the not-found page has a button that goes back', async () => {
  const { page, trouble } = await site.visit('/terms');
  trouble.expect(/status of 404 /);
  await open(page, '/no/such/page');
  await pressOn(page.getByRole('button', { name: 'Go Back' }), 'Space');
  await page.waitForURL(`${SITE_URL}/terms`);
});

describe('getting into an account', () => {
  test('signing in focuses an invalid field, and then the account’s heading', async () => {
    const { page, api } = await site.visit('/login');
    answerForUser(api);
    api.answer(CALLS.login, { token: accessToken() });
    const email = page.getByLabel('Email address');
    await tabTo(email);
    await page.keyboard.type('writer');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid email address').waitFor();
    await untilFocused(email);
    await page.keyboard.type('@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a long enough password');
    await pressOn(page.getByRole('button', { name: 'Sign in', exact: true }), 'Space');
    await page.waitForURL(`${SITE_URL}/app`);
    await untilFocused(page.getByRole('heading', { level: 1 }));
    expect(api.sent(CALLS.login)[0]?.body).toEqual({ email: BETA_TESTER.email, password: 'a long enough password' });
  });

  test('signing in focuses a server error, with the fields next in the tab order', async () => {
    const { page, api } = await site.visit('/login');
    api.fail(CALLS.login, 401, ['Invalid email or password']);
    await tabTo(page.getByLabel('Email address'));
    await page.keyboard.type('writer@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a wrong password');
    await pressOn(page.getByRole('button', { name: 'Sign in', exact: true }), 'Enter');
    await untilFocused(page.getByRole('alert'));
    await page.keyboard.press('Tab');
    await untilFocused(page.getByLabel('Email address'));
  });

  test('registering works from the sign-in page and back', async () => {
    const { page, api } = await site.visit('/login');
    api.answer(CALLS.register, { message: 'Look into your inbox.' });
    await pressOn(page.getByRole('link', { name: 'Register here' }), 'Enter');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await untilFocused(page.locator('#content'));
    await page.keyboard.press('Tab');
    await untilFocused(page.getByLabel('Email'));
    await page.keyboard.type('new@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a long enough password');
    await page.keyboard.press('Enter');
    await untilFocused(page.getByRole('heading', { name: 'Registration Successful!' }));
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('link', { name: 'Go to Login' }));
    await page.keyboard.press('Enter');
    await expectSignInPage(page);
  });

  test('signing up with Google goes through the server', async () => {
    const { page } = await site.visit('/register');
    await page.route('**/auth/google/authorize', (route) => route.fulfill({ status: 200, body: 'Google' }));
    await pressOn(page.getByRole('button', { name: 'Sign Up with Google' }), 'Enter');
    await page.waitForURL(`${API_URL}/auth/google/authorize`);
  });

  test('resetting the password ends on the sign-in page', async () => {
    const { page, api } = await site.visit('/reset-password?token=abc');
    api.answer(CALLS.resetPassword, { reset: true });
    await tabTo(page.getByLabel('New password'));
    await page.keyboard.type('a long enough password');
    await pressOn(page.getByRole('button', { name: 'Change password' }), 'Space');
    await expectSignInPage(page);
    await page.getByText('Your password has been changed.').waitFor();
  });
});

describe('in the signed-in area', () => {
  test.each([
    ['sidebar', {}],
    ['tab bar', NARROW],
  ])('the %s leads to each page, whose heading gets the focus, and signing out works', async (_, context) => {
    const { page, api } = await site.visit('/app', asUser(BETA_TESTER, { context }));
    api.answer(CALLS.logout, { signedOut: true });
    const navigation = page.getByRole('navigation', { name: 'Account' }).locator('visible=true');
    for (const [name, path] of [
      ['Settings', '/app/settings'],
      ['Downloads', '/app/download'],
      ['Billing', '/app/billing'],
      ['Overview', '/app'],
    ] as const) {
      await pressOn(navigation.getByRole('link', { name }), 'Enter');
      await page.waitForURL(SITE_URL + path);
      await untilFocused(page.getByRole('heading', { level: 1 }));
    }
    await pressOn(page.getByRole('button', { name: 'Log out' }).locator('visible=true'), 'Enter');
    await expectSignInPage(page);
  });

  test('the sidebar collapses and expands without losing the focus', async () => {
    const { page } = await site.visit('/app', asUser());
    await pressOn(page.getByRole('button', { name: 'Collapse sidebar' }), 'Space');
    const expand = page.getByRole('button', { name: 'Expand sidebar' });
    await expand.waitFor();
    await untilFocused(expand);
    await page.evaluate('document.activeElement.blur()');
    await tabTo(page.getByRole('button', { name: /^February 2025/ }));
    await tabTo(expand, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Collapse sidebar' }).waitFor();
  });

  test('a month opens and closes, and Refresh keeps the focus', async () => {
    const { page, api } = await site.visit('/app', asUser());
    api.answer(CALLS.getMonthlyUsage, { month: '2025-02', daily: [{ date: '2025-02-14', totalSeconds: 7_325 }] });
    const month = page.getByRole('button', { name: /^February 2025/ });
    await pressOn(month, 'Space');
    await untilFocused(page.getByRole('heading', { name: 'Usage for February 2025' }));
    await tabTo(page.getByRole('button', { name: 'Back' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await untilFocused(month);
    const goOn = api.hold(CALLS.getUsage);
    const refresh = page.getByRole('button', { name: /^Refresh/ });
    await tabTo(refresh, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Refreshing...').waitFor();
    goOn();
    await page.getByText('Refresh', { exact: true }).waitFor();
    await untilFocused(refresh);
  });

  test('a launch leads to the downloads, where the checksum and the command can be copied', async () => {
    const { page, api, trouble, context } = await site.visit('/app', asUser());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    api.fail(CALLS.generateSetupToken, 500);
    trouble.expect(/An error occurred/);
    await pressOn(page.getByRole('button', { name: 'Open in Mac App' }), 'Enter');
    await page.waitForURL(`${SITE_URL}/app/download`);
    await untilFocused(page.getByRole('heading', { level: 1 }));
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const checksum = page.getByRole('button', { name: /the checksum/ });
    await pressOn(checksum, 'Space');
    await vi.waitUntil(async () => (await copied()) === RELEASE.sha256, { timeout: 300_000, interval: 50 });
    await untilFocused(checksum);
    await pressOn(page.getByRole('button', { name: /the command/ }), 'Enter');
    await vi.waitUntil(async () => (await copied()).startsWith('shasum'), { timeout: 300_000, interval: 50 });
  });

  test.each([
    ['an upgrade', BETA_TESTER, CALLS.createCheckoutSession, 'Upgrade', 'Checkout Error'],
    ['the portal', STANDARD_USER, CALLS.createPortalSession, 'Manage Subscription', 'Portal Access Error'],
  ] as const)('%s that fails leaves the focus on its button', async (_, user, call, name, message) => {
    const { page, api, trouble } = await site.visit('/app/billing', asUser(user));
    api.fail(call, 500);
    trouble.expect(/An error occurred/);
    const button = page.getByRole('button', { name });
    await pressOn(button, 'Enter');
    await page.getByText(message, { exact: true }).waitFor();
    await untilFocused(button);
  });

  test('the theme can be chosen with arrow keys', async () => {
    const { page } = await site.visit('/app/settings', asUser());
    await tabTo(page.getByRole('radio', { name: 'System' }));
    await page.keyboard.press('ArrowUp');
    await untilFocused(page.getByRole('radio', { name: 'Dark' }));
    expect(await page.evaluate('localStorage.theme')).toBe('dark');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('localStorage.theme')).toBe('light');
  });

  test('a failed export keeps the focus', async () => {
    const { page, api, trouble } = await site.visit('/app/settings', asUser());
    api.fail(CALLS.exportAccount, 500);
    trouble.expect(/An error occurred/);
    const button = page.getByRole('button', { name: 'Export data' });
    await pressOn(button, 'Space');
    await page.getByText('Export Error').waitFor();
    await untilFocused(button);
  });

  test('signing out a device opens a dialog that traps the focus and returns it', async () => {
    const { page, api } = await site.visit('/app/settings', asUser());
    const button = page.getByRole('button', { name: 'Sign out Studio Mac' });
    const dialog = page.getByRole('dialog', { name: 'Sign out Studio Mac?' });
    await pressOn(button, 'Enter');
    await untilFocused(dialog.getByRole('button', { name: 'Cancel' }));
    await expectTrapped(page, dialog);
    await page.keyboard.press('Space');
    await dialog.waitFor({ state: 'hidden' });
    await untilFocused(button);
    api.answer(CALLS.endSession, { id: SESSIONS[1]?.id ?? '' });
    api.answer(CALLS.listSessions, SESSIONS.slice(0, 1));
    await page.keyboard.press('Enter');
    await pressOn(dialog.getByRole('button', { name: 'Sign out' }), 'Space');
    await button.waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('button', { name: 'Sign out Chrome on Linux' }));
  });

  test('deleting the account opens a dialog that traps the focus and returns it', async () => {
    const { page, api } = await site.visit('/app/settings', asUser());
    api.answer(CALLS.deleteAccount, { deleted: true });
    const button = page.getByRole('main').getByRole('button', { name: 'Delete account' }).first();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await pressOn(button, 'Enter');
    await untilFocused(dialog.getByRole('textbox'));
    await expectTrapped(page, dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await untilFocused(button);
    await page.keyboard.press('Space');
    await untilFocused(dialog.getByRole('textbox'));
    await page.keyboard.type(BETA_TESTER.email);
    await pressOn(dialog.getByRole('button', { name: 'Delete account' }), 'Enter');
    await page.waitForURL(`${SITE_URL}/`);
    await page.getByText('Your account has been deleted.').waitFor();
  });
});

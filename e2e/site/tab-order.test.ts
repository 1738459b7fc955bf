import { CALLS } from '@workspace/contract/calls';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { answerForUser, asUser, BETA_TESTER, RELEASE, STANDARD_USER } from './signed-in.ts';
import { expectTabOrder } from './tab-stops.ts';
import { open, useSite } from './visits.ts';

const site = useSite();

/** With what is there once the page is. */
const PUBLIC = {
  '/': 'Hold. Speak. Let go.',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contact': 'Contact',
  '/confirmed': "You're In!",
  '/no/such/page': 'Page Not Found',
  '/login': 'Sign in to your account',
  '/register': 'Create your account',
  '/reset-password?token=abc': 'Choose a new password',
  '/reset-password': 'Choose a new password',
  '/checkout/success': 'Checkout Failed',
  '/checkout/cancelled': 'Checkout Cancelled',
};
const ACCOUNT = {
  '/app': /^2025-03/,
  '/app/settings': 'Sign out Studio Mac',
  '/app/download': 'Copy the checksum',
  '/app/billing': 'Upgrade',
};

/** Has the page load and show all that it does later. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.locator('#faq summary').last().waitFor();
  await page.locator('#download').scrollIntoViewIfNeeded();
  await page.getByText(RELEASE.sha256).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
}

async function expectTabOrderAt(page: Page, path: string): Promise<void> {
  await expectTabOrder(page).catch((error: unknown) => {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  });
}

describe.each([
  ['light', 1_280],
  ['light', 360],
  ['dark', 1_280],
  ['dark', 360],
] as const)('in %s, at %i px, Tab reaches everything once, in order and in sight', (colorScheme, width) => {
  const context = { viewport: { width, height: 800 }, colorScheme };

  test('on the pages for everybody', { timeout: 240_000 }, async () => {
    const { page, trouble } = await site.visit('/terms', {
      context,
      script: (api) => api.answer(CALLS.getLatestRelease, RELEASE),
    });
    trouble.expect(/status of 404 /);
    for (const [path, heading] of Object.entries(PUBLIC)) {
      await open(page, path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      if (path === '/') await readToTheEnd(page);
      await expectTabOrderAt(page, path);
    }
  });

  test('in the signed-in area', { timeout: 240_000 }, async () => {
    const { page, api } = await site.visit('/terms', asUser(BETA_TESTER, { context }));
    for (const [path, button] of Object.entries(ACCOUNT)) {
      await open(page, path);
      await page.getByRole('button', { name: button }).waitFor();
      await expectTabOrderAt(page, path);
    }
    answerForUser(api, STANDARD_USER);
    await open(page, '/app/billing');
    await page.getByRole('button', { name: 'Manage Subscription' }).waitFor();
    await expectTabOrderAt(page, `/app/billing of ${PRODUCT_NAME} Standard`);
  });
});

test('an opened menu and opened answers are in the order too', async () => {
  const { page } = await site.visit('/', {
    context: { viewport: { width: 360, height: 740 } },
    script: (api) => api.answer(CALLS.getLatestRelease, RELEASE),
  });
  await readToTheEnd(page);
  await page.getByText('Menu', { exact: true }).press('Enter');
  await page.evaluate('document.activeElement.blur()');
  await expectTabOrderAt(page, '/');
});

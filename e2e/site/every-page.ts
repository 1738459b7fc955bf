import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, horizontalOverflow } from '../page-checks.ts';
import { answerForUser, asUser, BETA_TESTER, RELEASE, STANDARD_USER } from './signed-in.ts';
import { expectTabOrder } from './tab-stops.ts';
import { open, type useSite, type Visit } from './visits.ts';

type Site = ReturnType<typeof useSite>;

/** A theme, and window widths in CSS pixels. */
interface Look {
  colorScheme: 'light' | 'dark';
  width: number;
  /** Window width at which nothing may overflow. */
  extremeWidth: number;
}

const WIDE = { width: 1_280, extremeWidth: 2_560 };
const NARROW = { width: 360, extremeWidth: 320 };
export const LIGHT_WIDE: Look = { colorScheme: 'light', ...WIDE };
export const LIGHT_NARROW: Look = { colorScheme: 'light', ...NARROW };
export const DARK_WIDE: Look = { colorScheme: 'dark', ...WIDE };
export const DARK_NARROW: Look = { colorScheme: 'dark', ...NARROW };

const HEIGHT = 800;

/** Headings of the public pages, by path. */
const PUBLIC = {
  '/': 'Hold. Speak. Let go.',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contact': 'Contact',
  '/confirmed': "You're In!",
  '/announcement': 'Meet Saykey: hold a key, and talk',
  '/measurements': 'How we measured',
  '/no/such/page': 'Page Not Found',
  '/login': 'Sign in to your account',
  '/register': 'Create your account',
  '/reset-password?token=abc': 'Choose a new password',
  '/reset-password': 'Choose a new password',
  '/link-google': 'Please check your email',
  '/link-google?token=abc': 'Link your Google account',
  '/checkout/success': 'Checkout Failed',
  '/checkout/cancelled': 'Checkout Cancelled',
};

/** Buttons that appear once the pages of the signed-in area have loaded their data, by path. */
const ACCOUNT = {
  '/app': /^March 2025/,
  '/app/settings': 'Sign out Studio Mac',
  '/app/download': 'Copy the checksum',
  '/app/billing': 'Upgrade',
  '/billing': 'Upgrade',
};

/** Makes the landing page load and show everything that it defers. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.locator('#faq summary').last().waitFor();
  await page.locator('#download').scrollIntoViewIfNeeded();
  await page.getByText(RELEASE.sha256).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
}

/** Checks a page in several looks, and tabs through it in the first. */
async function checkPage(page: Page, path: string, looks: readonly Look[]): Promise<void> {
  for (const [index, { colorScheme, width, extremeWidth }] of looks.entries()) {
    const where = `${path}, ${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    await expectAccessible(page, where);
    if (index === 0) await expectTabOrder(page, where);
    await page.setViewportSize({ width: extremeWidth, height: HEIGHT });
    expect(await horizontalOverflow(page), `${where}: pixels wider than a window of ${extremeWidth} px`).toBe(0);
  }
}

/** Opens a page with a look's theme and width. */
async function openIn(page: Page, path: string, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: HEIGHT });
  await open(page, path);
}

/** Checks all public pages. */
export async function checkPublicPages(site: Site, looks: readonly [Look, ...Look[]]): Promise<void> {
  const { page, trouble } = await site.visit('/terms', {
    context: {},
    script: (api) => api.answer(CALLS.getLatestRelease, RELEASE),
  });
  trouble.expect(/status of 404 /);
  for (const [path, name] of Object.entries(PUBLIC)) {
    await openIn(page, path, looks[0]);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    if (path === '/') await readToTheEnd(page);
    await checkPage(page, path, looks);
  }
}

/** Checks all pages of the signed-in area. */
export async function checkAccountPages(site: Site, looks: readonly [Look, ...Look[]]): Promise<void> {
  const { page, api }: Visit = await site.visit('/terms', asUser(BETA_TESTER, { context: {} }));
  const check = async (path: string, name: string | RegExp) => {
    const asked = api.sent(CALLS.getMe).length;
    await openIn(page, path, looks[0]);
    await api.untilSent(CALLS.getMe, asked + 1);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name }).waitFor();
    await checkPage(page, path, looks);
  };
  for (const [path, name] of Object.entries(ACCOUNT)) await check(path, name);
  answerForUser(api, STANDARD_USER);
  await check('/app/billing', 'Manage Subscription');
}

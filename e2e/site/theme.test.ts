import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { asUser } from './signed-in.ts';
import { open, useSite } from './visits.ts';

const site = useSite();

/** The colour behind everything. */
function paper(page: Page): Promise<string> {
  return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
}

const LIGHT = 'rgb(247, 244, 237)';
const DARK = 'rgb(20, 19, 15)';

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('who has chosen nothing gets what the computer is set to: %s', async (colorScheme, color) => {
  const { page } = await site.visit('/terms', { context: { colorScheme } });
  expect(await paper(page)).toBe(color);
});

test('a theme is chosen, kept over visits, and the same in other tabs', async () => {
  const { page, context } = await site.visit('/app', asUser());
  const other = await context.newPage();
  await open(other, '/terms');
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  expect(await page.evaluate('localStorage.theme')).toBe('dark');
  for (const tab of [page, other]) await expect.poll(() => paper(tab)).toBe(DARK);
  await page.reload();
  expect(await paper(page)).toBe(DARK);
});

test('a theme that is chosen in another tab while a page starts is shown there too', async () => {
  const { page, context } = await site.visit('/terms');
  const starting = await context.newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  await starting.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await starting.goto(`${SITE_URL}/terms`, { waitUntil: 'commit' });
  await starting.getByRole('heading', { name: 'Terms of Service' }).waitFor();
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  resolve();
  await expect.poll(() => paper(starting)).toBe(DARK);
});

test('a chosen theme is there before anything is drawn, with scripts and styles still under way', async () => {
  const { context } = await site.openBrowser({ storage: { theme: 'dark' }, context: { colorScheme: 'light' } });
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/assets/*.js', async (route) => {
    await promise;
    await route.abort().catch(() => {});
  });
  const page = await context.newPage();
  await page.goto(`${SITE_URL}/terms`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
  expect(await paper(page)).toBe(DARK);
  // What is still under way when the browser is closed is no failure.
  await page.close();
  resolve();
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { asUser } from './signed-in.ts';
import { open, useSite } from './visits.ts';

const site = useSite();

/** The page's theme: dark if its background is darker than its text. */
function look(page: Page): Promise<'light' | 'dark'> {
  return page.evaluate<'light' | 'dark'>(`(() => {
    const brightness = (rgb) => rgb.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const { backgroundColor, color } = getComputedStyle(document.body);
    return brightness(backgroundColor) < brightness(color) ? 'dark' : 'light';
  })()`);
}

test.each(['light', 'dark'] as const)('without a choice, the computer’s setting applies: %s', async (colorScheme) => {
  const { page } = await site.visit('/terms', { context: { colorScheme } });
  expect(await look(page)).toBe(colorScheme);
});

test('a chosen theme is kept across visits and shared by all tabs', async () => {
  const { page, context } = await site.visit('/app', asUser());
  const other = await context.newPage();
  await open(other, '/terms');
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  expect(await page.evaluate('localStorage.theme')).toBe('dark');
  for (const tab of [page, other]) await expect.poll(() => look(tab)).toBe('dark');
  await page.reload();
  expect(await look(page)).toBe('dark');
});

test('a theme chosen in another tab while a page loads is shown there too', async () => {
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
  await expect.poll(() => look(starting)).toBe('dark');
});

test('a chosen theme applies before anything is drawn, while scripts and styles are still loading', async () => {
  const { context } = await site.openBrowser({ colorScheme: 'light' });
  await context.addInitScript(`if (location.origin === '${SITE_URL}') localStorage.theme = 'dark'`);
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/assets/*.js', async (route) => {
    await promise;
    await route.abort().catch(() => {});
  });
  const page = await context.newPage();
  await page.goto(`${SITE_URL}/terms`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
  expect(await look(page)).toBe('dark');
  // Requests still pending when the browser closes are not failures.
  await page.close();
  resolve();
});

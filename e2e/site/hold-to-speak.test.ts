import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { useSite } from './visits.ts';

const site = useSite();

/** Long enough for three words of the second text. */
const THREE_WORDS_MS = 840;
/** Longer than any of the texts. */
const ALL_WORDS_MS = 20_000;

const theKey = (page: Page) => page.getByRole('main').getByRole('button', { name: /Hold to speak|Let go to stop/ });
const statusShows = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: words }).waitFor();
const scrolled = (page: Page) => page.evaluate<number>('window.scrollY');
const scrolledFurther = (page: Page, than: number) =>
  vi.waitUntil(async () => (await scrolled(page)) > than, { timeout: 300_000, interval: 50 });

/** The landing page with its clock stopped until the test advances it. */
async function visitAtRest(): Promise<Page> {
  const { page } = await site.visit('/', { isClockStopped: true });
  await theKey(page).waitFor();
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1_000'));
  return page;
}

describe('the hero’s key', () => {
  test('listens while a pointer holds it, and inserts what was said when released', async () => {
    const page = await visitAtRest();
    await theKey(page).hover();
    await page.mouse.down();
    await statusShows(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.getByText('Find out why', { exact: true }).waitFor();
    await page.mouse.up();
    await statusShows(page, /^Inserted: Find out why$/);
  });

  test('is held by Space if nothing has the focus, and the page does not scroll', async () => {
    const page = await visitAtRest();
    await page.keyboard.down('Space');
    await statusShows(page, 'Listening');
    await page.clock.runFor(ALL_WORDS_MS);
    await page.keyboard.up('Space');
    await statusShows(page, /^Inserted: Find out why .* fix it\.$/);
    expect(await scrolled(page)).toBe(0);
  });

  test.each(['Space', 'Enter'])('is held by %s if it has the focus', async (name) => {
    const page = await visitAtRest();
    await theKey(page).focus();
    await page.keyboard.down(name);
    await statusShows(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.keyboard.up(name);
    await statusShows(page, 'Inserted: Find out why');
  });

  test('is released even if the focus moved while it was held', async () => {
    const page = await visitAtRest();
    await theKey(page).focus();
    await page.keyboard.down('Space');
    await statusShows(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.keyboard.press('Tab');
    await page.keyboard.up('Space');
    await statusShows(page, 'Inserted: Find out why');
  });

  test('asks to be held if it is only tapped', async () => {
    const page = await visitAtRest();
    await theKey(page).click();
    await statusShows(page, 'Hold it while you speak');
  });

  test('plays a whole text on a synthetic click', async () => {
    const page = await visitAtRest();
    await theKey(page).dispatchEvent('click');
    await statusShows(page, 'Listening');
    await page.clock.runFor(ALL_WORDS_MS);
    await statusShows(page, /^Inserted: Find out why .* fix it\.$/);
  });

  test('leaves Space to the element that has the focus', async () => {
    const page = await visitAtRest();
    await page.getByRole('main').getByRole('link', { name: 'Download Free Trial' }).first().focus();
    await page.keyboard.press('Space');
    await statusShows(page, /^Inserted: Call the printer/);
  });

  test('leaves Space to the page once it is out of sight', async () => {
    const { page } = await site.visit('/#faq');
    await scrolledFurther(page, 1_500);
    await page.evaluate('window.scrollTo(0, 1_500)');
    await page.keyboard.press('Space');
    await scrolledFurther(page, 1_500);
  });

  test('is released when the window loses the focus', async () => {
    const page = await visitAtRest();
    await page.keyboard.down('Space');
    await statusShows(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.evaluate("window.dispatchEvent(new Event('blur'))");
    await statusShows(page, 'Inserted: Find out why');
  });

  test('is shown with a finished text without JavaScript', async () => {
    const { context } = await site.openBrowser({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(SITE_URL);
    await statusShows(page, /^Inserted: Call the printer .* my head\.$/);
    expect(await page.getByRole('main').getByRole('button', { name: 'Space' }).isDisabled()).toBe(true);
  });
});

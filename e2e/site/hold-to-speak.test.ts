import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { useSite } from './visits.ts';

const site = useSite();

/** So long that three words of the second text are said. */
const THREE_WORDS_MS = 840;
/** Longer than any of the texts takes. */
const ALL_WORDS_MS = 20_000;

const theKey = (page: Page) => page.getByRole('main').getByRole('button', { name: /Hold to speak|Let go to stop/ });
const told = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: words }).waitFor();
const scrolled = (page: Page) => page.evaluate<number>('window.scrollY');
const scrolledFurther = (page: Page, than: number) =>
  vi.waitUntil(async () => (await scrolled(page)) > than, { timeout: 60_000, interval: 50 });

/** The landing page at a moment that lasts until the test lets time go on. */
async function visitAtRest(): Promise<Page> {
  const { page } = await site.visit('/', { isClockStopped: true });
  await theKey(page).waitFor();
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1_000'));
  return page;
}

describe('the key of the hero', () => {
  test('listens while a pointer holds it, and what was said stands when it is let go', async () => {
    const page = await visitAtRest();
    await theKey(page).hover();
    await page.mouse.down();
    await told(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.getByText('Find out why', { exact: true }).waitFor();
    await page.mouse.up();
    await told(page, /^Inserted: Find out why$/);
  });

  test('is held by Space where nothing has the focus, and the page stays where it is', async () => {
    const page = await visitAtRest();
    await page.keyboard.down('Space');
    await told(page, 'Listening');
    await page.clock.runFor(ALL_WORDS_MS);
    await page.keyboard.up('Space');
    await told(page, /^Inserted: Find out why .* fix it\.$/);
    expect(await scrolled(page)).toBe(0);
  });

  test.each(['Space', 'Enter'])('is held by %s where it has the focus', async (name) => {
    const page = await visitAtRest();
    await theKey(page).focus();
    await page.keyboard.down(name);
    await told(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.keyboard.up(name);
    await told(page, 'Inserted: Find out why');
  });

  test('is let go also where the focus has moved on while it was held', async () => {
    const page = await visitAtRest();
    await theKey(page).focus();
    await page.keyboard.down('Space');
    await told(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.keyboard.press('Tab');
    await page.keyboard.up('Space');
    await told(page, 'Inserted: Find out why');
  });

  test('asks for more than a tap', async () => {
    const page = await visitAtRest();
    await theKey(page).click();
    await told(page, 'Hold it while you speak');
  });

  test('sees a text through where a program clicks it', async () => {
    const page = await visitAtRest();
    await theKey(page).dispatchEvent('click');
    await told(page, 'Listening');
    await page.clock.runFor(ALL_WORDS_MS);
    await told(page, /^Inserted: Find out why .* fix it\.$/);
  });

  test('leaves Space to whatever has the focus', async () => {
    const page = await visitAtRest();
    await page.getByRole('main').getByRole('link', { name: 'Download Free Trial' }).first().focus();
    await page.keyboard.press('Space');
    await told(page, /^Inserted: Call the printer/);
  });

  test('leaves Space to the page once it is out of sight', async () => {
    const { page } = await site.visit('/#faq');
    await scrolledFurther(page, 1_500);
    await page.evaluate('window.scrollTo(0, 1_500)');
    await page.keyboard.press('Space');
    await scrolledFurther(page, 1_500);
  });

  test('lets go by itself when the window loses the focus', async () => {
    const page = await visitAtRest();
    await page.keyboard.down('Space');
    await told(page, 'Listening');
    await page.clock.runFor(THREE_WORDS_MS);
    await page.evaluate("window.dispatchEvent(new Event('blur'))");
    await told(page, 'Inserted: Find out why');
  });

  test('stands beside a finished text without JavaScript', async () => {
    const { context } = await site.openBrowser({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(SITE_URL);
    await told(page, /^Inserted: Call the printer .* my head\.$/);
    expect(await page.getByRole('main').getByRole('button', { name: 'Space' }).isDisabled()).toBe(true);
  });
});

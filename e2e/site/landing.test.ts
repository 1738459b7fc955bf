import { CALLS } from '@workspace/contract/calls';
import { describe, expect, test } from 'vitest';
import { SANDBOX_URL, SITE_URL } from './addresses.ts';
import type { FakeApi } from './fake-api.ts';
import { openPaymentPages } from './payment-pages.ts';
import { RELEASE } from './signed-in.ts';
import { open, useSite, useVisit } from './visits.ts';

const site = useSite();
const answerRelease = { script: (api: FakeApi) => api.answer(CALLS.getLatestRelease, RELEASE) };

describe('the landing page’s content', () => {
  const visit = useVisit('/', answerRelease);

  test('has its sections in order, and links to them', async () => {
    const { page } = visit();
    const sections = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main section[id]')].map(({ id }) => id)`,
    );
    expect(sections).toEqual(['features', 'pricing', 'download', 'testimonials', 'faq']);
    for (const [name, hash] of [
      ['Features', '#features'],
      ['Pricing', '#pricing'],
      ['Download', '#download'],
      ['FAQ', '#faq'],
    ] as const) {
      const link = page.getByRole('banner').getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href')).toBe(`/${hash}`);
    }
  });

  test('states features, price, guarantee and cost', async () => {
    const { page } = visit();
    expect(await page.locator('#features').getByRole('listitem').count()).toBe(6);
    const pricing = await page.locator('#pricing').innerText();
    expect(pricing).toContain('$19.99');
    expect(pricing).toContain('one-time purchase');
    expect(pricing).toMatch(/30-day money-back guarantee/i);
    expect(pricing).toMatch(/no questions asked/i);
    expect(await page.getByRole('main').innerText()).toContain('$0.006');
  });

  test('explains the hotkeys', async () => {
    const { page } = visit();
    const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    for (const words of [
      /toggles? recording/i,
      /push-to-talk/i,
      /Release Space first/i,
      /cancels? recording or transcription/i,
    ]) {
      expect(text).toMatch(words);
    }
  });

  test('has a footer with links to terms, privacy and contact', async () => {
    const { page } = visit();
    for (const [name, path] of [
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Contact', '/contact'],
    ] as const) {
      const link = page.getByRole('contentinfo').getByRole('link', { name: new RegExp(name) });
      expect(await link.getAttribute('href')).toBe(path);
    }
  });

  test('states the latest version, its checksum and the requirements', async () => {
    const { page } = visit();
    const download = page.locator('#download');
    await download.scrollIntoViewIfNeeded();
    await download.getByText(RELEASE.sha256).waitFor();
    await download.getByText('For macOS 12.0 or later', { exact: true }).waitFor();
    expect(await download.innerText()).toMatch(/internet connection and a separate speech-provider API key/);
    const link = download.getByRole('link', { name: /0\.5\.5/ });
    expect(await link.getAttribute('href')).toBe(RELEASE.downloadUrl);
  });
});

describe('the landing page', () => {
  test('offers the trial, and the license in a new tab', async () => {
    const { page, context } = await site.visit('/', answerRelease);
    await openPaymentPages(context);
    await page.getByRole('link', { name: 'Download Free Trial' }).first().waitFor();
    const opened = context.waitForEvent('page');
    await page.getByText('Buy License').first().click();
    const tab = await opened;
    await tab.waitForURL(`${SANDBOX_URL}/payments/link/standard`);
    expect(await tab.evaluate('window.opener')).toBeNull();
    expect(page.url()).toBe(`${SITE_URL}/`);
  });

  test('answers at least ten questions, and shows measurements instead of quotes', async () => {
    const { page } = await site.visit('/', answerRelease);
    expect(await page.locator('#faq details').count()).toBeGreaterThanOrEqual(10);
    const question = page.locator('#faq summary').first();
    const answer = page.locator('#faq details').first();
    const wasOpen = await answer.getAttribute('open');
    await question.press('Enter');
    expect(await answer.getAttribute('open')).toBe(wasOpen === null ? '' : null);
    const facts = page.locator('#testimonials').getByRole('link', { name: 'How it was measured' });
    expect(await facts.count()).toBe(3);
    await facts.last().click();
    await page.waitForURL(`${SITE_URL}/measurements#reliability`);
    await page.getByRole('heading', { name: '33,819' }).waitFor();
  });

  test('loads the code for further down at the first interaction, and shows the content throughout', async () => {
    const { page } = await site.visit('/', answerRelease);
    const scripts = () => page.evaluate<number>("document.querySelectorAll('link[rel=modulepreload]').length");
    const atFirst = await scripts();
    await page.getByText('Questions, answered.').waitFor({ state: 'visible' });
    // Once may be too early: the page starts listening a moment after it loads.
    const scriptsAfterKey = async () => {
      await page.keyboard.press('Shift');
      return scripts();
    };
    await expect.poll(scriptsAfterKey).toBeGreaterThan(atFirst);
    await page.getByText('Questions, answered.').waitFor({ state: 'visible' });
  });

  test('can be opened at a section, from outside and from another page', async () => {
    const { page } = await site.visit('/#faq', answerRelease);
    const title = page.getByRole('heading', { name: 'Questions, answered.' });
    const isInView = async () => {
      const box = await title.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height;
    };
    await expect.poll(isInView).toBe(true);
    await open(page, '/terms');
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
    await expect.poll(isInView).toBe(true);
  });

  test('has its links in a menu on narrow screens', async () => {
    const { page } = await site.visit('/', { ...answerRelease, context: { viewport: { width: 360, height: 740 } } });
    await page.getByText('Menu', { exact: true }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Features', 'Pricing', 'Download', 'FAQ', 'Log in']);
    await menu.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL(`${SITE_URL}/login`);
  });
});

describe('public pages', () => {
  const visit = useVisit('/terms');
  const PAGES = ['/', '/privacy', '/terms', '/contact', '/confirmed', '/announcement', '/measurements'];

  test('are complete and have their metadata without JavaScript', async () => {
    const { context } = await site.openBrowser({ javaScriptEnabled: false });
    const page = await context.newPage();
    const content = (selector: string, attribute = 'content') => page.locator(selector).first().getAttribute(attribute);
    for (const path of PAGES) {
      await page.goto(SITE_URL + path);
      expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(150);
      // Nothing waits for a script to position it.
      expect(await page.locator('template, [hidden]').count(), path).toBe(0);
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
      expect(await page.title()).toContain('Saykey');
      expect(await content('meta[name=description]'), path).toBeTruthy();
      expect(await content('link[rel=canonical]', 'href')).toBe(SITE_URL + path);
      expect(await content('meta[property="og:image"]'), path).toMatch(/^http:\/\/localhost:3000\//);
    }
  });

  test('the terms contain every required clause', async () => {
    const { page } = visit();
    await open(page, '/terms');
    const text = await page.getByRole('main').innerText();
    for (const words of [
      '2025-02-28',
      /one-time purchase/i,
      /no subscription/i,
      /30-day money-back guarantee/i,
      /5-10 business days/,
      /\$100/,
      /12 months/,
      /Wyoming/,
      /fair use/i,
    ]) {
      expect(text).toMatch(words);
    }
  });

  test('the privacy policy says where audio goes and what is stored', async () => {
    const { page } = visit();
    await open(page, '/privacy');
    const text = await page.getByRole('main').innerText();
    for (const words of [
      '2025-02-28',
      /straight to your speech-to-text provider/,
      /never stores audio or transcriptions/,
      /auth-storage/,
      /jwtToken/,
      /session_id/,
    ])
      expect(text).toMatch(words);
  });

  test('the contact page gives the address for everything', async () => {
    const { page } = visit();
    await open(page, '/contact');
    const main = page.getByRole('main');
    expect(
      await main.getByRole('link', { name: 'support@localhost.localdomain' }).first().getAttribute('href'),
    ).toContain('mailto:support@localhost.localdomain');
    expect(await main.innerText()).toMatch(/authentication/i);
    expect(await main.innerText()).toMatch(/password reset/i);
  });

  test('the waitlist confirmation can be shared', async () => {
    const { page } = await site.visit('/confirmed');
    await page.getByRole('heading', { name: "You're In!" }).waitFor();
    const box = page.getByRole('textbox');
    expect(await box.getAttribute('readonly')).not.toBeNull();
    expect(await box.inputValue()).toMatch(/^http:\/\/localhost:3000/);
    await box.click();
    expect(await page.evaluate('getSelection().toString()')).toBe(await box.inputValue());
    await page.getByRole('link', { name: 'Read the announcement' }).click();
    await page.waitForURL(`${SITE_URL}/announcement`);
    await page.getByText('Announcement', { exact: true }).waitFor();
  });
});

test('an unknown path shows the not-found page, with status 404 and links elsewhere', async () => {
  const { page, trouble } = await site.visit('/terms');
  trouble.expect(/status of 404 /);
  const response = await open(page, '/no/such/page');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await page.getByText("The page you're looking for doesn't exist.").waitFor();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.waitForURL(`${SITE_URL}/terms`);
  await open(page, '/no/such/page');
  const ways = page.getByRole('main').getByRole('link', { name: /^(Download|Contact)$/ });
  expect(await Promise.all((await ways.all()).map((way) => way.getAttribute('href')))).toEqual([
    '/#download',
    '/contact',
  ]);
  await page.getByRole('link', { name: 'Go Home' }).click();
  await page.waitForURL(`${SITE_URL}/`);
});

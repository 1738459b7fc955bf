import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { WindowServer } from './window-server.ts';

/** Starts the system's browser, and a server of the windows, for the tests of the file that asks for them. */
export async function startWindows(...args: string[]): Promise<{ browser: Browser; server: WindowServer }> {
  const [browser, server] = await Promise.all([
    chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', ...args] }),
    WindowServer.start(),
  ]);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  return { browser, server };
}

/** A new page, in a profile of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 980, height: 720 },
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

/** Has axe look at the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect(found).toEqual([]);
}

/** CSS pixels by which the page, or its main part, is wider than it has room for. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('html, main')].map((part) => part.scrollWidth - part.clientWidth))`,
  );
}

import { USER_WINDOW_SIZE } from '@workspace/desktop/pages/window-sizes';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { HEADLESS_CHROMIUM } from '../headless-chromium.ts';
import { expectAccessible, expectReadable } from '../page-checks.ts';
import { WindowServer } from './window-server.ts';

/** Starts the system's browser and a server for the windows, for the calling file's tests. */
export async function startWindows(...args: string[]): Promise<{ browser: Browser; server: WindowServer }> {
  const [browser, server] = await Promise.all([startBrowser(...args), WindowServer.start()]);
  endAfterTests(() => server.close());
  return { browser, server };
}

/** Starts the system's browser, for the calling file's tests. */
export async function startBrowser(...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: HEADLESS_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', ...args],
  });
  endAfterTests(() => browser.close());
  return browser;
}

/** Opens a page in its own profile. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: USER_WINDOW_SIZE,
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

/** Runs axe on the page in its current state, then on its dark colors. */
export async function expectAccessibleInLightAndDark(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Makes a page's window small, until the test is over. */
export async function narrow(page: Page): Promise<void> {
  onTestFinished(() => page.setViewportSize(USER_WINDOW_SIZE));
  await page.setViewportSize({ width: 360, height: 640 });
}

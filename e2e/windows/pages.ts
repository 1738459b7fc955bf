import { USER_WINDOW_SIZE } from '@workspace/desktop/pages/window-sizes';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
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
    viewport: USER_WINDOW_SIZE,
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

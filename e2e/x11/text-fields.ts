import { chromium, type Page } from 'playwright-core';
import { endAfterTests } from '../after-tests.ts';
import type { XSession } from './x-session.ts';

/** A program's field that text can be inserted into. */
export interface TextField {
  text(): Promise<string> | string;
  clear(): Promise<void> | void;
  /** Gives its window the focus. */
  focus(): Promise<void>;
}

const FIELD = '<!doctype html><title>Field</title><textarea autofocus style="width:100%;height:90vh"></textarea>';

/** A text area in its own Chromium, which ends after the tests. */
export class ChromiumField implements TextField {
  readonly page: Page;
  readonly #session: XSession;

  private constructor(session: XSession, page: Page) {
    this.#session = session;
    this.page = page;
  }

  static async start(session: XSession): Promise<ChromiumField> {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      headless: false,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      env: session.environment,
    });
    endAfterTests(() => browser.close());
    const page = await browser.newPage();
    await page.setContent(FIELD);
    const field = new ChromiumField(session, page);
    await field.focus();
    return field;
  }

  text(): Promise<string> {
    return this.page.locator('textarea').inputValue();
  }

  async clear(): Promise<void> {
    await this.page.locator('textarea').fill('');
  }

  async focus(): Promise<void> {
    await this.#session.focusWindow({ class: 'chromium' });
    // A click takes the focus from the address bar too.
    await this.page.locator('textarea').click();
  }
}

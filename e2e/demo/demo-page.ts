import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { endAfterTests } from '../after-tests.ts';
import type { Chord } from '../desktop/chords.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { XSession } from '../x11/x-session.ts';

export type Field = 'note' | 'prompt';

const ADDRESS = pathToFileURL(join(import.meta.dirname, 'demo-page.html')).href;

/** A full-screen page with a note and a prompt to write in, in its own browser. */
export class DemoPage {
  readonly #x: XSession;
  readonly #page: Page;

  private constructor(x: XSession, page: Page) {
    this.#x = x;
    this.#page = page;
  }

  /** Opens it. Resolves once it is drawn, with the caret in the note. */
  static async open(x: XSession): Promise<DemoPage> {
    const context = await chromium.launchPersistentContext(scratchFolder(), {
      executablePath: '/usr/bin/chromium',
      headless: false,
      env: x.environment,
      args: ['--no-sandbox', '--disable-gpu', '--kiosk', `--app=${ADDRESS}`],
      viewport: null,
    });
    endAfterTests(() => context.close());
    const [page] = context.pages();
    await page!.waitForLoadState();
    await page!.evaluate('document.fonts.ready');
    const demo = new DemoPage(x, page!);
    await demo.focus();
    return demo;
  }

  /** Brings the page to the front, with the caret in the note. */
  async focus(): Promise<void> {
    await this.#x.focusWindow({ name: '^Demo page' });
    await this.#page.locator('#note').focus();
  }

  /** The text in a field. */
  text(field: Field = 'note'): Promise<string> {
    return this.#page.locator(`#${field}`).inputValue();
  }

  /** Shows the current step and the pressed keys. */
  async show(step: 'hold' | 'speak' | 'let-go' | '', keys: Chord): Promise<void> {
    await this.#page.evaluate(`show(${JSON.stringify(step)}, ${JSON.stringify(keys)})`);
  }
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { URL_SCHEME } from '@workspace/contract/brand';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { writeProgram } from '../program-file.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { API_URL, SANDBOX_URL, SITE_URL } from '../site/addresses.ts';
import { Trouble } from '../site/trouble.ts';
import type { XSession } from '../x11/x-session.ts';

/** The actual addresses of the site, the server and the sandbox. */
interface Places {
  siteUrl: string;
  serverUrl: string;
  sandboxUrl: string;
}

const TIMEOUT_MS = 300_000;

/** The user has allowed the site to open the app, so that the browser doesn't ask. */
const PREFERENCES = {
  protocol_handler: { allowed_origin_protocol_pairs: { [SITE_URL]: { [URL_SCHEME]: true } } },
};

/** The user's browser: a window on the display, with an empty profile. */
export class DeskBrowser {
  /** The current tab. */
  page: Page;
  /** Its hidden failures. */
  readonly trouble: Trouble;
  readonly #context: BrowserContext;
  /** Where links that it passes to the system are recorded. */
  readonly #linkLog: string;

  private constructor(context: BrowserContext, trouble: Trouble, linkLog: string) {
    this.#context = context;
    this.trouble = trouble;
    this.#linkLog = linkLog;
    const [page] = context.pages();
    this.page = page!;
  }

  /** Opens it, with the addresses that the site is built with mapped to the actual servers. */
  static async open(x: XSession, { siteUrl, serverUrl, sandboxUrl }: Places): Promise<DeskBrowser> {
    const folder = scratchFolder();
    const programs = join(folder, 'bin');
    const linkLog = join(folder, 'links');
    writeProgram(programs, 'xdg-open', `echo "$1" >> '${linkLog}'`);
    const profile = join(folder, 'profile');
    mkdirSync(join(profile, 'Default'), { recursive: true });
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(PREFERENCES));
    const places = { [SITE_URL]: siteUrl, [API_URL]: serverUrl, [SANDBOX_URL]: sandboxUrl };
    const rules = Object.entries(places).map(([from, to]) => `MAP ${new URL(from).host} 127.0.0.1:${new URL(to).port}`);
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: '/usr/bin/chromium',
      headless: false,
      env: { ...x.environment, HOME: folder, PATH: `${programs}:${x.environment.PATH}` },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--window-size=1240,760',
        `--host-resolver-rules=${rules.join(',')}`,
      ],
      viewport: null,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    endAfterTests(() => context.close());
    context.setDefaultTimeout(TIMEOUT_MS);
    const trouble = new Trouble(context, [...Object.keys(places), sandboxUrl]);
    return new DeskBrowser(context, trouble, linkLog);
  }

  /** Clicks a link that opens a new tab. */
  async openTab(link: Locator): Promise<Page> {
    const [tab] = await Promise.all([this.#context.waitForEvent('page'), link.click()]);
    return tab;
  }

  /** Clicks something that passes a link to the system. Resolves with the link, which nothing has opened yet. */
  async clickForLink(button: Locator): Promise<string> {
    const known = this.#links().length;
    await button.click();
    return vi.waitUntil(() => this.#links()[known], { timeout: TIMEOUT_MS, interval: 50 });
  }

  /** Closes it. Throws an Error with all hidden failures. */
  async close(): Promise<void> {
    await this.#context.close();
    const { findings } = this.trouble;
    if (findings.length > 0) throw new Error(findings.join('\n'));
  }

  #links(): string[] {
    const lines = existsSync(this.#linkLog) ? readFileSync(this.#linkLog, 'utf8').split('\n') : [];
    // A line without its end is still being written.
    return lines.slice(0, -1);
  }
}

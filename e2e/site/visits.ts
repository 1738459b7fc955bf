import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject, vi } from 'vitest';
import { HEADLESS_CHROMIUM } from '../headless-chromium.ts';
import { API_URL, chromiumArguments, SANDBOX_URL, SITE_URL } from './addresses.ts';
import { FakeApi, FakeServer } from './fake-api.ts';
import type {} from './shared-site.ts';
import { Trouble } from './trouble.ts';

/** Whether React has hydrated the page: it marks the elements that it takes over. */
const IS_HYDRATED = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`;

/** How far ahead a clock is paused: too near for pending calls to time out, too far to have passed by then. */
const STOPPED_AHEAD_MS = 10_000;

export interface VisitOptions {
  /** The site's local storage. */
  storage?: Record<string, string>;
  /** Makes the visit in a browser context that isn't reused, so that its clock can be set, scripts added, and so on. */
  context?: BrowserContextOptions;
  /** Sets how calls are answered, before the page opens. */
  script?: (api: FakeApi, trouble: Trouble) => void;
  /** Stops the page's clock, which the test then advances. */
  isClockStopped?: boolean;
}

/** A separate browser context, empty except for its storage. */
export interface OpenBrowser {
  context: BrowserContext;
  trouble: Trouble;
}

/** A separate browser context that has the site open, over a scripted server. */
export interface Visit extends OpenBrowser {
  page: Page;
  api: FakeApi;
}

/** Advances a stopped clock in small steps until a condition holds. */
export async function tickUntil(page: Page, isSo: () => boolean | Promise<boolean>, stepMs = 1): Promise<void> {
  const tick = async () => {
    await page.clock.runFor(stepMs);
    return isSo();
  };
  await vi.waitUntil(tick, { timeout: 300_000, interval: 5 });
}

/** A page, and the scripted server of its browser. */
interface ServedPage {
  page: Page;
  server: FakeServer;
}

/**
 * A Chromium, with its emptied pages of ordinary visits for reuse: a new page costs as much as what is loaded into it.
 */
interface Chromium {
  browser: Browser;
  emptied: ServedPage[];
}

async function launch(args: string[]): Promise<Chromium> {
  return { browser: await chromium.launch({ executablePath: HEADLESS_CHROMIUM, args }), emptied: [] };
}

/** Shared by all files of a worker, and ends with it. */
let shared: Promise<Chromium> | undefined;

/** Chromium, which finds the site at `SITE_URL`. */
export class Site {
  readonly #chromium: Chromium;
  readonly #origins: string[];
  #open: OpenBrowser[] = [];
  readonly #servers = new Map<BrowserContext, FakeServer>();
  readonly #ordinary = new Map<BrowserContext, ServedPage>();

  private constructor(chromium: Chromium, origins: string[]) {
    this.#chromium = chromium;
    this.#origins = origins;
  }

  /** Returns the browser shared by a worker's files, with a scripted server. */
  static async shared(): Promise<Site> {
    shared ??= launch(chromiumArguments({ [SITE_URL]: inject('sharedSite').url }));
    return new Site(await shared, [SITE_URL, API_URL, SANDBOX_URL]);
  }

  /** Starts a separate browser, over the real server and the sandbox. */
  static async over({ serverUrl, sandboxUrl }: { serverUrl: string; sandboxUrl: string }): Promise<Site> {
    const args = chromiumArguments({ [SITE_URL]: inject('sharedSite').url, [API_URL]: serverUrl });
    return new Site(await launch(args), [SITE_URL, API_URL, sandboxUrl]);
  }

  /** Starts a browser whose microphone plays a recording, from the beginning each time it is opened. */
  static async withMicrophone(recording: string): Promise<Site> {
    const args = [
      ...chromiumArguments({ [SITE_URL]: inject('sharedSite').url }),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      `--use-file-for-fake-audio-capture=${recording}%noloop`,
    ];
    return new Site(await launch(args), [SITE_URL, API_URL]);
  }

  /** Opens a browser context. Anything that goes wrong in it fails the test. */
  async openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
    const context = await this.#chromium.browser.newContext({
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
      ...options,
    });
    context.setDefaultTimeout(60_000);
    return this.#watch(context);
  }

  /** Opens the site over a scripted server, and waits until the page works. */
  async visit(path: string, options: VisitOptions = {}): Promise<Visit> {
    const { script, storage = {}, isClockStopped = false } = options;
    const isOrdinary = !isClockStopped && options.context === undefined;
    const emptied = isOrdinary ? this.#chromium.emptied.pop() : undefined;
    const server = emptied?.server ?? (await FakeServer.start());
    const { context, trouble } = emptied
      ? this.#watch(emptied.page.context())
      : await this.openBrowser({ ...server.contextOptions, ...options.context });
    this.#servers.set(context, server);
    const api = new FakeApi(trouble);
    script?.(api, trouble);
    server.serve(api);
    if (isClockStopped) await context.clock.install();
    const page = emptied?.page ?? (await context.newPage());
    if (isOrdinary) this.#ordinary.set(context, { page, server });
    const stored = await page.addInitScript(storing(storage));
    await page.goto(SITE_URL + path, { waitUntil: 'commit' });
    await stored.dispose();
    await page.waitForLoadState();
    await untilHydrated(page);
    // An installed clock runs until it is paused, which must be at a future time.
    if (isClockStopped) await page.clock.pauseAt(((await page.evaluate('Date.now()')) as number) + STOPPED_AHEAD_MS);
    return { page, context, api, trouble };
  }

  /** Closes a test's browsers. Throws an Error with everything that went wrong in them. */
  async closeBrowsers(): Promise<void> {
    const open = this.#open;
    this.#open = [];
    const findings = open.flatMap(({ trouble }) => trouble.findings);
    await Promise.all(open.map((browser) => this.#endUse(browser)));
    if (findings.length > 0) throw new Error(findings.join('\n'));
  }

  #watch(context: BrowserContext): OpenBrowser {
    const open = { context, trouble: new Trouble(context, this.#origins) };
    this.#open.push(open);
    return open;
  }

  async #endUse({ context }: OpenBrowser): Promise<void> {
    const server = this.#servers.get(context);
    const ordinary = this.#ordinary.get(context);
    this.#servers.delete(context);
    this.#ordinary.delete(context);
    if (ordinary !== undefined && !ordinary.page.isClosed()) {
      await empty(ordinary.page);
      ordinary.server.serve(undefined);
      this.#chromium.emptied.push(ordinary);
    } else {
      await context.close();
      server?.stop();
    }
  }

  async stop(): Promise<void> {
    if (this.#chromium === (await shared)) return;
    for (const { server } of this.#chromium.emptied) server.stop();
    await this.#chromium.browser.close();
  }
}

/** Opens a page of the site, and waits until it works. Resolves with the response for the page itself. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(SITE_URL + path);
  await untilHydrated(page);
  return response;
}

/** Has a browser's pages know, from the next one on, that the user does not want tracking (Global Privacy Control). */
export async function declineTracking(context: BrowserContext): Promise<void> {
  await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
}

async function untilHydrated(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate<boolean>(IS_HYDRATED), { timeout: 300_000, interval: 50 });
}

/**
 * Returns a script for the page's first document that runs before the site's code, and replaces everything it has
 * stored.
 */
function storing(storage: Record<string, string>): string {
  return `if (location.origin === ${JSON.stringify(SITE_URL)}) {
    localStorage.clear();
    sessionStorage.clear();
    Object.assign(localStorage, ${JSON.stringify(storage)});
  }`;
}

/** A file of the site that runs nothing: from `about:blank`, Chromium would start a new process for the next visit. */
const EMPTY = `${SITE_URL}/favicon.svg`;

/** Makes a page and its browser context as good as new, except for what the site has stored and Chromium cached. */
async function empty(page: Page): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((other) => (other === page ? page.goto(EMPTY) : other.close())));
  context.removeAllListeners();
  page.removeAllListeners();
  await page.mouse.move(0, 0);
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearCookies(),
    context.clearPermissions(),
  ]);
}

/**
 * Opens the site for a file's tests. Hidden failures in a test's browsers fail that test.
 *
 * @param start starts the browser, by default the one that all files share
 */
export function useSite(start: () => Promise<Site> = Site.shared): Pick<Site, 'visit' | 'openBrowser'> {
  let site: Site | undefined;
  const started = () => {
    if (site === undefined) throw new Error('The site has not started.');
    return site;
  };
  beforeAll(async () => {
    site = await start();
  });
  afterEach(() => site?.closeBrowsers());
  afterAll(() => site?.stop());
  return {
    visit: (path, options) => started().visit(path, options),
    openBrowser: (options) => started().openBrowser(options),
  };
}

/**
 * Opens the site once for the tests of a `describe`. They may only read, or navigate to a page themselves: none may
 * change what another sees. Hidden failures fail the file.
 */
export function useVisit(path: string, options: VisitOptions = {}): () => Visit {
  let site: Site | undefined;
  let visit: Visit | undefined;
  beforeAll(async () => {
    site = await Site.shared();
    visit = await site.visit(path, options);
  });
  afterAll(async () => {
    await site?.closeBrowsers();
    await site?.stop();
  });
  return () => {
    if (visit === undefined) throw new Error('The site is not open.');
    return visit;
  };
}

import { randomBytes } from 'node:crypto';
import type { Clock } from '@workspace/speech/clock';
import { z } from 'zod';
import type { WindowName } from '../ipc/protocol.ts';
import type { Display } from '../x11/display.ts';
import { BrowserError } from './browser-error.ts';
import { Chromium, type ChromiumOptions } from './chromium.ts';
import type { DevToolsEvent } from './devtools-pipe.ts';
import { CARD_BINDING, CARD_SCRIPT, CARD_WORLD, readCard } from './hud-card.ts';
import { HudWindow, type PageMeasures } from './hud-window.ts';
import { findWindow, markHidden, withdraw } from './managed-window.ts';
import { pollUntil } from './polling.ts';
import type { WindowServer } from './window-server.ts';

export interface BrowserSessionOptions {
  display: Display;
  clock: Clock;
  server: Pick<WindowServer, 'origin' | 'cookie'>;
  chromium: ChromiumOptions;
}

export type UserWindow = 'settings' | 'onboarding';

const USER_WINDOWS: readonly UserWindow[] = ['settings', 'onboarding'];
const WINDOW_TIMEOUT_MS = 30_000;

const targetIdSchema = z.object({ targetId: z.string() });
const sessionIdSchema = z.object({ sessionId: z.string() });
const contextIdSchema = z.object({ browserContextId: z.string() });
const targetInfoSchema = z.object({
  targetInfo: z.object({ targetId: z.string(), type: z.string(), url: z.string() }),
});
const bindingSchema = z.object({ payload: z.string() });
const measuresSchema = z.object({
  result: z.object({
    value: z.object({ innerWidth: z.number(), innerHeight: z.number(), devicePixelRatio: z.number() }),
  }),
});

const flagSchema = z.object({ result: z.object({ value: z.boolean() }) });

const HAS_MICROPHONE =
  "navigator.mediaDevices.enumerateDevices().then((devices) => devices.some(({ kind }) => kind === 'audioinput'))";

/** Resolves once the page has adapted to its window's last resize, after 200 ms at the latest. */
const MEASURE = `new Promise((resolve) => {
  const done = () => resolve({ innerWidth, innerHeight, devicePixelRatio });
  addEventListener('resize', done, { once: true });
  setTimeout(done, 200);
})`;

interface Page {
  window: WindowName;
  targetId: string;
  /** The DevTools session of the page's commands and events. */
  sessionId: string;
}

/**
 * One run of Chromium: the HUD and the microphone's page, which are always open, and the windows that the user works
 * in. Nothing of them is kept: their profiles are in memory only.
 */
export class BrowserSession {
  /** Resolves when Chromium has ended, or has lost the HUD or the microphone. */
  readonly ended: Promise<void>;
  readonly #chromium: Chromium;
  readonly #options: BrowserSessionOptions;
  readonly #pages = new Map<string, Page>();
  /** Windows being opened whose pages aren't known here yet. */
  readonly #opening = new Set<UserWindow>();
  /** The ones among them that Chromium has not announced yet. */
  readonly #awaited = new Set<UserWindow>();
  #hud: HudWindow | undefined;
  #endBroken: () => void = () => {};

  private constructor(chromium: Chromium, options: BrowserSessionOptions) {
    this.#chromium = chromium;
    this.#options = options;
    const broken = new Promise<void>((resolve) => {
      this.#endBroken = resolve;
    });
    this.ended = Promise.race([chromium.ended, broken]);
    chromium.devTools.onEvent((event) => this.#take(event));
  }

  /** Resolves once the HUD can be shown. Rejects with a `BrowserError`. */
  static async start(options: BrowserSessionOptions): Promise<BrowserSession> {
    const session = new BrowserSession(await Chromium.start(options.chromium), options);
    try {
      await session.#open();
      return session;
    } catch (error) {
      await session.close();
      throw error instanceof BrowserError
        ? error
        : new BrowserError("Chromium doesn't open the windows.", { cause: error });
    }
  }

  /** Opens a window that the user works in, or raises it. */
  async openWindow(window: UserWindow): Promise<void> {
    const page = this.#pageOf(window);
    if (page) {
      await this.#send('Target.activateTarget', { targetId: page.targetId });
    } else if (!this.#opening.has(window)) {
      this.#opening.add(window);
      this.#awaited.add(window);
      await this.#chromium.openWindow(this.#addressOf(window));
      await pollUntil(async () => this.#pageOf(window), WINDOW_TIMEOUT_MS);
      this.#awaited.delete(window);
      this.#opening.delete(window);
    }
  }

  async closeWindow(window: UserWindow): Promise<void> {
    const page = this.#pageOf(window);
    if (page) await this.#send('Target.closeTarget', { targetId: page.targetId });
  }

  async showHud(focusedWindow: number | undefined): Promise<void> {
    await this.#hud?.show(focusedWindow);
  }

  async hideHud(): Promise<void> {
    await this.#hud?.hide();
  }

  /** Whether Chromium sees a microphone. */
  async hasMicrophone(): Promise<boolean> {
    const page = this.#pageOf('microphone');
    if (!page) throw new BrowserError('The microphone page is not open.');
    const command = { expression: HAS_MICROPHONE, awaitPromise: true, returnByValue: true };
    return flagSchema.parse(await this.#send('Runtime.evaluate', command, page)).result.value;
  }

  async close(): Promise<void> {
    this.#hud?.close();
    await this.#chromium.close();
  }

  async #open(): Promise<void> {
    const { browserContextId } = contextIdSchema.parse(await this.#send('Target.createBrowserContext'));
    const { origin } = this.#options.server;
    await this.#send('Browser.grantPermissions', { origin, permissions: ['audioCapture'], browserContextId });
    await this.#send('Target.setDiscoverTargets', { discover: true });
    const hud = await this.#openHud(browserContextId);
    await this.#load(hud);
    await this.#load(await this.#openMicrophone(browserContextId));
  }

  async #openHud(browserContextId: string): Promise<Page> {
    const { page, browserWindow } = await this.#openUnseen('hud', browserContextId);
    this.#hud = await HudWindow.adopt(this.#options, browserWindow, () => this.#measure(page));
    await this.#hud.setCard(undefined);
    await this.#send('Runtime.enable', {}, page);
    await this.#send('Page.enable', {}, page);
    await this.#send('Runtime.addBinding', { name: CARD_BINDING, executionContextName: CARD_WORLD }, page);
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: CARD_SCRIPT, worldName: CARD_WORLD }, page);
    return page;
  }

  /**
   * Opens it in a window of its own that is never shown: in a tab of the HUD's window, Chromium would animate it for as
   * long as it listens.
   */
  async #openMicrophone(browserContextId: string): Promise<Page> {
    const { page, browserWindow } = await this.#openUnseen('microphone', browserContextId);
    const { display } = this.#options;
    await withdraw(display, browserWindow);
    await markHidden(display, browserWindow);
    return page;
  }

  /**
   * Opens a window minimized and in the background, so that it doesn't take the focus. The caller withdraws it from the
   * window manager before it is ever seen.
   */
  async #openUnseen(window: WindowName, browserContextId: string): Promise<{ page: Page; browserWindow: number }> {
    const title = randomBytes(12).toString('hex');
    const target = await this.#send('Target.createTarget', {
      url: `data:text/html,<title>${title}</title>`,
      newWindow: true,
      background: true,
      windowState: 'minimized',
      browserContextId,
    });
    const page = await this.#attach(window, targetIdSchema.parse(target).targetId);
    const browserWindow = await pollUntil(() => findWindow(this.#options.display, title), WINDOW_TIMEOUT_MS);
    if (browserWindow === undefined) throw new BrowserError("Chromium doesn't show a window on this display.");
    return { page, browserWindow };
  }

  async #measure(page: Page): Promise<PageMeasures> {
    const command = { expression: MEASURE, awaitPromise: true, returnByValue: true };
    return measuresSchema.parse(await this.#send('Runtime.evaluate', command, page)).result.value;
  }

  async #attach(window: WindowName, targetId: string): Promise<Page> {
    const attached = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    const page = { window, targetId, sessionId: sessionIdSchema.parse(attached).sessionId };
    this.#pages.set(targetId, page);
    return page;
  }

  /**
   * Loads a page, or reloads it, with the cookie that the server requires. The cookie is kept in memory only, like the
   * page's profile.
   */
  async #load(page: Page): Promise<void> {
    const { origin, cookie } = this.#options.server;
    await this.#send(
      'Network.setCookie',
      { ...cookie, url: origin, path: '/', httpOnly: true, sameSite: 'Strict' },
      page,
    );
    await this.#send('Page.navigate', { url: this.#addressOf(page.window) }, page);
  }

  #take({ method, params, sessionId }: DevToolsEvent): void {
    if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged') {
      this.#welcome(params);
    } else if (method === 'Target.targetCrashed') {
      this.#reload(targetIdSchema.parse(params).targetId);
    } else if (method === 'Target.targetDestroyed') {
      this.#forget(targetIdSchema.parse(params).targetId);
    } else if (method === 'Runtime.bindingCalled' && this.#pageOf('hud')?.sessionId === sessionId) {
      this.#attempt(this.#hud?.setCard(readCard(bindingSchema.parse(params).payload)));
    }
  }

  /** Admits a window that Chromium was asked to open, and loads it again: its first request had no cookie. */
  #welcome(params: Record<string, unknown>): void {
    const { success, data } = targetInfoSchema.safeParse(params);
    if (!success || data.targetInfo.type !== 'page') return;
    const { targetId, url } = data.targetInfo;
    const window = USER_WINDOWS.find((name) => this.#addressOf(name) === url);
    if (!window || !this.#awaited.has(window) || this.#pageOf(window)) return;
    this.#awaited.delete(window);
    this.#attempt(this.#attach(window, targetId).then((page) => this.#load(page)));
  }

  #reload(targetId: string): void {
    const page = this.#pages.get(targetId);
    if (page) this.#attempt(this.#load(page));
  }

  #forget(targetId: string): void {
    const window = this.#pages.get(targetId)?.window;
    this.#pages.delete(targetId);
    if (window === 'hud' || window === 'microphone') this.#endBroken();
  }

  /** Failures here mean that Chromium or the display has ended, which is reported elsewhere. */
  #attempt(work: Promise<void> | undefined): void {
    work?.catch(() => {});
  }

  #pageOf(window: WindowName): Page | undefined {
    return [...this.#pages.values()].find((page) => page.window === window);
  }

  #addressOf(window: WindowName): string {
    return `${this.#options.server.origin}/${window}/`;
  }

  #send(method: string, params: object = {}, page?: Page): Promise<Record<string, unknown>> {
    return this.#chromium.devTools.send(method, params, page?.sessionId);
  }
}

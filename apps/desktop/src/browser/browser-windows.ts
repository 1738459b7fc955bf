import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@workspace/speech/clock';
import type { WindowListener, Windows } from '../app/platform.ts';
import type { MessageTo, WindowName } from '../ipc/protocol.ts';
import type { Display } from '../x11/display.ts';
import { focusedWindow } from '../x11/focus.ts';
import { BrowserError } from './browser-error.ts';
import { BrowserSession, type BrowserSessionOptions, type UserWindow } from './browser-session.ts';
import { pollUntil } from './polling.ts';
import { WindowServer } from './window-server.ts';

export interface BrowserWindowsOptions {
  display: Display;
  clock: Clock;
  chromium: BrowserSessionOptions['chromium'];
  /** Folder of the built pages. */
  windowsFolder: string;
  /** Called once when the windows are gone for good, with what to tell the user. */
  onLost(reason: string): void;
}

const ALWAYS_OPEN: readonly WindowName[] = ['hud', 'microphone'];
/** How long the pages of these windows may take to connect. */
const PAGES_TIMEOUT_MS = 30_000;

const KEEPS_ENDING =
  'Chromium, which shows the windows, keeps quitting. Check that it starts on its own, then start again.';
/** Delays before Chromium is started again, one for each time in a row that it ended soon after its start. */
const RESTART_DELAYS_MS = [0, 1_000, 5_000];
/** A run this long counts as healthy. */
const HEALTHY_RUN_MS = 60_000;

/** The app's windows, shown by the system's Chromium, which is started again when it breaks. */
export class BrowserWindows implements Windows {
  readonly #options: BrowserWindowsOptions;
  readonly #server: WindowServer;
  #session: BrowserSession | undefined;
  #isHudShown = false;
  #isClosing = false;
  /** Resolves once Chromium is no longer watched. */
  #watch: Promise<void> = Promise.resolve();

  private constructor(options: BrowserWindowsOptions, server: WindowServer) {
    this.#options = options;
    this.#server = server;
  }

  /** Opens the HUD, hidden, and the microphone's page. Resolves once both connect. Rejects with a `BrowserError`. */
  static async open(options: BrowserWindowsOptions): Promise<BrowserWindows> {
    const windows = new BrowserWindows(options, await WindowServer.open(options.windowsFolder));
    try {
      const session = await windows.#startSession();
      windows.#watch = windows.#watchOver(session);
      const isReady = async () => (ALWAYS_OPEN.every((name) => windows.#server.isOpen(name)) ? true : undefined);
      if (!(await pollUntil(isReady, PAGES_TIMEOUT_MS))) throw new BrowserError('The windows’ pages don’t load.');
      return windows;
    } catch (error) {
      await windows.closeAll();
      throw error;
    }
  }

  open(window: UserWindow): void {
    this.#attempt((session) => session.openWindow(window));
  }

  close(window: UserWindow): void {
    this.#attempt((session) => session.closeWindow(window));
  }

  showHud(): void {
    this.#isHudShown = true;
    this.#attempt((session) => this.#showHudOf(session));
  }

  hideHud(): void {
    this.#isHudShown = false;
    this.#attempt((session) => session.hideHud());
  }

  /** No-op: the window has the shape of the HUD's card, which takes every click. */
  setHudClickable(): void {}

  send<W extends WindowName>(window: W, message: MessageTo<W>): void {
    this.#server.send(window, message);
  }

  listen<W extends WindowName>(window: W, listener: WindowListener<W>): void {
    this.#server.listen(window, listener);
  }

  /** Whether Chromium sees a microphone; `undefined` while that isn't known. */
  async hasMicrophone(): Promise<boolean | undefined> {
    return this.#session?.hasMicrophone().catch(() => undefined);
  }

  /** Closes all windows and ends Chromium. */
  async closeAll(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([this.#session?.close(), this.#server.close()]);
    await this.#watch;
  }

  async #startSession(): Promise<BrowserSession> {
    const { display, clock, chromium } = this.#options;
    const session = await BrowserSession.start({ display, clock, chromium, server: this.#server });
    this.#session = session;
    if (this.#isClosing) await session.close();
    else if (this.#isHudShown) this.#attempt(() => this.#showHudOf(session));
    return session;
  }

  /** Starts Chromium again whenever it ends, unless it ends too soon too often. */
  async #watchOver(first: BrowserSession): Promise<void> {
    let session: BrowserSession | undefined = first;
    let failures = 0;
    for (;;) {
      const startedAt = performance.now();
      await session?.ended;
      this.#session = undefined;
      if (this.#isClosing) return;
      await session?.close();
      if (performance.now() - startedAt >= HEALTHY_RUN_MS) failures = 0;
      const delayMs = RESTART_DELAYS_MS[failures];
      if (delayMs === undefined) {
        this.#options.onLost(KEEPS_ENDING);
        return;
      }
      failures += 1;
      await sleep(delayMs);
      if (this.#isClosing) return;
      session = await this.#startSession().catch(() => undefined);
    }
  }

  async #showHudOf(session: BrowserSession): Promise<void> {
    const focused = await focusedWindow(this.#options.display).catch(() => undefined);
    if (this.#isHudShown) await session.showHud(focused?.id);
  }

  /** Failures here mean that Chromium has ended (and restarts), or the display has, which is reported elsewhere. */
  #attempt(work: (session: BrowserSession) => Promise<void>): void {
    if (this.#session) work(this.#session).catch(() => {});
  }
}

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { PreloadApi } from '../../ipc/preload-api.ts';
import { FakeEvent } from './fake-event.ts';
import { FakeWebContents } from './fake-web-contents.ts';

/** Electron's windows in memory, in order of creation. Names in backticks cite `BrowserWindow` in electron.d.ts. */
export class FakeBrowserWindows {
  readonly all: FakeBrowserWindow[] = [];
  /** The error with which loading a page fails. */
  loadFailure: Error | undefined;
  /** As `electron.BrowserWindow`. */
  readonly BrowserWindow: new (
    options: Electron.BrowserWindowConstructorOptions,
  ) => Electron.BrowserWindow;

  constructor() {
    const windows = this;
    class BrowserWindow extends FakeBrowserWindow {
      constructor(options: Electron.BrowserWindowConstructorOptions) {
        super(options, () => windows.loadFailure);
        windows.all.push(this);
      }
    }
    this.BrowserWindow = BrowserWindow as unknown as typeof this.BrowserWindow;
  }

  /** A page's windows that still exist. */
  showing(name: string): FakeBrowserWindow[] {
    return this.all.filter((window) => !window.isDestroyed() && window.webContents.mainFrame.url.endsWith(`/${name}/`));
  }

  /** The only window of a page. */
  only(name: string): FakeBrowserWindow {
    const [window, ...others] = this.showing(name);
    if (!window || others.length > 0) throw new Error(`There are ${others.length} more windows, or none, for ${name}.`);
    return window;
  }
}

/**
 * Mirrors a `BrowserWindow`. Calls after its end throw "Object has been destroyed": Electron's source,
 * `shell/common/gin_helper/function_template.h`; only `isDestroyed` and `destroy` may be called then.
 */
export class FakeBrowserWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly #contents = new FakeWebContents();
  readonly #loadFailure: () => Error | undefined;
  isShown: boolean;
  hasFocus = false;
  isSmall = false;
  bounds: Electron.Rectangle | undefined;
  level: string | undefined;
  allWorkspaces: Electron.VisibleOnAllWorkspacesOptions | undefined;
  ignoresMouse = false;
  /** Messages sent to the page. */
  readonly received: unknown[] = [];
  #isDestroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions, loadFailure: () => Error | undefined) {
    super();
    this.options = options;
    this.#loadFailure = loadFailure;
    // `show` of the options: true by default (docs/api/structures/base-window-options).
    this.isShown = options.show ?? true;
  }

  get webContents(): FakeWebContents {
    this.#assertThere();
    return this.#contents;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isVisible(): boolean {
    this.#assertThere();
    return this.isShown;
  }

  getBounds(): Electron.Rectangle {
    this.#assertThere();
    return this.bounds ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  isFocused(): boolean {
    this.#assertThere();
    return this.hasFocus;
  }

  isMinimized(): boolean {
    this.#assertThere();
    return this.isSmall;
  }

  restore(): void {
    this.#assertThere();
    this.isSmall = false;
  }

  /** `loadURL`: resolves when the page has been loaded, rejects if that fails. */
  async loadURL(url: string): Promise<void> {
    this.#assertThere();
    this.#contents.mainFrame.url = url;
    await Promise.resolve();
    const failure = this.#loadFailure();
    if (failure) throw failure;
  }

  /** Whether it has activated the app. */
  hasActivated = false;

  /** `show`: shows the window and focuses it, which `focusable: false` in the options prevents. */
  show(): void {
    this.#assertThere();
    this.isShown = true;
    this.hasActivated = true;
    this.hasFocus = this.options.focusable !== false;
  }

  /** `showInactive`: shows the window without the focus. */
  showInactive(): void {
    this.#assertThere();
    this.isShown = true;
  }

  hide(): void {
    this.#assertThere();
    this.isShown = false;
    this.hasFocus = false;
  }

  setBounds(bounds: Electron.Rectangle): void {
    this.#assertThere();
    this.bounds = bounds;
  }

  setAlwaysOnTop(isOnTop: boolean, level?: string): void {
    this.#assertThere();
    this.level = isOnTop ? level : undefined;
  }

  setVisibleOnAllWorkspaces(isVisible: boolean, options?: Electron.VisibleOnAllWorkspacesOptions): void {
    this.#assertThere();
    this.allWorkspaces = isVisible ? options : undefined;
  }

  setIgnoreMouseEvents(isIgnored: boolean): void {
    this.#assertThere();
    this.ignoresMouse = isIgnored;
  }

  /**
   * `close`: as if the user closed it. The event of that name comes first, and may be prevented. Here the rest follows
   * immediately; in Electron the page is asked in between, so `closed` comes later.
   */
  close(): void {
    this.#assertThere();
    const event = new FakeEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  /**
   * `destroy`: asks nobody, and emits `closed` but not `close`. That it does so before `destroy` returns, with the
   * window already destroyed: Electron's source, `shell/browser/api/electron_api_base_window.cc`.
   */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.isShown = false;
    this.#contents.isGone = true;
    this.emit('closed');
  }

  /** Ends the page's process. `WebContents`, `render-process-gone`: the only event. The window stays, empty. */
  crash(): void {
    this.#contents.emit('render-process-gone', new FakeEvent(), { reason: 'crashed', exitCode: 11 });
  }

  /** Runs the page, which connects. Returns its end of the IPC. */
  connectPage(): PreloadApi {
    const { appIpc } = this.#contents.loadPage();
    if (!appIpc) throw new Error('The page has no IPC bridge.');
    appIpc.connect((text) => this.received.push(JSON.parse(text)));
    return appIpc;
  }

  #assertThere(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }
}

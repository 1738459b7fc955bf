import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { FakeEvent } from './fake-event.ts';
import { FakeLoginItems } from './fake-login-items.ts';

/** Mirrors Electron's `app` on a Mac. Names in backticks cite `App` in electron.d.ts. */
export class FakeElectronApp extends EventEmitter {
  isPackaged = true;
  /** Whether another process has the lock. */
  isClaimed = false;
  isReady = false;
  isSandboxed = false;
  /** undefined while the process runs. */
  exitCode: number | undefined;
  readonly protocols: string[] = [];
  readonly focused: unknown[] = [];
  readonly dock = new FakeDock();
  readonly loginItems = new FakeLoginItems();
  readonly #ready = Promise.withResolvers<void>();

  /** Typed as Electron's own `App`. */
  get asApp(): Electron.App {
    return this as unknown as Electron.App;
  }

  /** `enableSandbox`: only before the app is ready. The error: Electron's source, `shell/browser/api/electron_api_app.cc`. */
  enableSandbox(): void {
    if (this.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxed = true;
  }

  /** `requestSingleInstanceLock`: false if another process has the lock. */
  requestSingleInstanceLock(): boolean {
    return !this.isClaimed;
  }

  /** `setAsDefaultProtocolClient`: returns whether it succeeded. */
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.push(protocol);
    return true;
  }

  /** `whenReady`: fulfilled once Electron is ready. */
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  focus(options?: Electron.FocusOptions): void {
    this.focused.push(options);
  }

  /** `quit`: `before-quit` comes first, and may be prevented. `will-quit` is left out: the app doesn't listen to it. */
  quit(): void {
    if (!this.raise('before-quit').defaultPrevented) this.exit(0);
  }

  /** `exit`: immediately, with 0 by default, and without `before-quit`. */
  exit(code = 0): void {
    this.exitCode ??= code;
  }

  getLoginItemSettings(): Electron.LoginItemSettings {
    return this.loginItems.getLoginItemSettings();
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    this.loginItems.setLoginItemSettings(settings);
  }

  /** Makes Electron ready. */
  getReady(): void {
    this.isReady = true;
    this.#ready.resolve();
  }

  /** Emits an event. Returns it, with what listeners did to it. */
  raise(name: string, ...details: unknown[]): FakeEvent {
    const event = new FakeEvent();
    this.emit(name, event, ...details);
    return event;
  }
}

/** The Dock icon. Hidden at first, as for every agent: Apple's Information Property List reference, `LSUIElement`. */
class FakeDock {
  isShown = false;
  /** Tests set the time. */
  now = () => 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  /** `Dock.show` in electron.d.ts: resolves when the icon is shown. */
  async show(): Promise<void> {
    this.isShown = true;
    this.#shownAt = this.now();
  }

  /**
   * `Dock.hide` in electron.d.ts: no effect within a second of "a previous call". That this means `show`: Electron's
   * source, `shell/browser/browser_mac.mm`.
   */
  hide(): void {
    if (this.now() - this.#shownAt >= 1_000) this.isShown = false;
  }
}

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { SimulatedEvent } from './simulated-event.ts';
import { SimulatedLoginItems } from './simulated-login-items.ts';

/**
 * Mirrors Electron's `app` on a Mac: what must come before `ready` throws afterwards, `quit` asks `before-quit` first,
 * and `exit` asks nobody.
 */
export class SimulatedElectronApp extends EventEmitter {
  isPackaged = true;
  /** Whether another process has the lock. */
  isClaimed = false;
  isReady = false;
  isSandboxed = false;
  /** How the process ended. */
  exitCode: number | undefined;
  readonly protocols: string[] = [];
  readonly focused: unknown[] = [];
  readonly dock = new SimulatedDock();
  readonly loginItems = new SimulatedLoginItems();
  readonly #ready = Promise.withResolvers<void>();

  /** As Electron's own code sees it. */
  get asApp(): Electron.App {
    return this as unknown as Electron.App;
  }

  enableSandbox(): void {
    if (this.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxed = true;
  }

  requestSingleInstanceLock(): boolean {
    return !this.isClaimed;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.push(protocol);
    return true;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  focus(options?: Electron.FocusOptions): void {
    this.focused.push(options);
  }

  quit(): void {
    if (!this.raise('before-quit').defaultPrevented) this.exit(0);
  }

  exit(code = 0): void {
    this.exitCode ??= code;
  }

  getLoginItemSettings(): Electron.LoginItemSettings {
    return this.loginItems.getLoginItemSettings();
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    this.loginItems.setLoginItemSettings(settings);
  }

  /** Electron is ready. */
  getReady(): void {
    this.isReady = true;
    this.#ready.resolve();
  }

  /** Something happens. Returns what listeners did with the event. */
  raise(name: string, ...details: unknown[]): SimulatedEvent {
    const event = new SimulatedEvent();
    this.emit(name, event, ...details);
    return event;
  }
}

/** The icon in the Dock; hidden at the start, as for an app that is an agent. */
class SimulatedDock {
  isShown = false;
  /** Electron leaves `hide` undone for a second after `show`; a test sets the time. */
  now = () => 0;
  #shownAt = Number.NEGATIVE_INFINITY;

  async show(): Promise<void> {
    this.isShown = true;
    this.#shownAt = this.now();
  }

  hide(): void {
    if (this.now() - this.#shownAt >= 1_000) this.isShown = false;
  }
}

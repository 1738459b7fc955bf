import type { Clock } from '@workspace/speech/clock';
import type * as Electron from 'electron';
import type { WindowListener, Windows } from '../app/platform.ts';
import type { MessageTo, WindowName } from '../ipc/protocol.ts';
import type { OwnField } from '../macos/mac.ts';
import { pageUrl } from './app-protocol.ts';
import { DockIcon } from './dock-icon.ts';
import { readFocusedField } from './focused-field.ts';
import { HudWindow } from './hud-window.ts';
import { ReopeningLimit } from './reopening-limit.ts';
import { windowFrame } from './window-frames.ts';
import { WindowIpc } from './window-ipc.ts';

export interface ElectronWindowsOptions {
  BrowserWindow: new (options: Electron.BrowserWindowConstructorOptions) => Electron.BrowserWindow;
  app: Pick<Electron.App, 'dock' | 'focus' | 'on' | 'removeListener'>;
  screen: Pick<Electron.Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint' | 'on' | 'removeListener'>;
  clock: Clock;
  /** The windows' session, and the script that gives their pages IPC with the app. */
  page: { session: Electron.Session; preload: string };
  /** Brings back to the front the program that was there before the app became active. */
  giveFocusBack(): void;
}

type UserWindow = 'settings' | 'onboarding';
type LastingWindow = 'hud' | 'microphone';
type Listeners = { [W in WindowName]?: WindowListener<W> };

interface Opened {
  window: Electron.BrowserWindow;
  ipc: WindowIpc<WindowName>;
}

/**
 * The app's windows in Electron. The microphone's exists from the start, the HUD from when it is first shown; both are
 * reopened when they break. The windows that the user works in exist only while they are open.
 */
export class ElectronWindows implements Windows {
  readonly #options: ElectronWindowsOptions;
  readonly #dock: DockIcon;
  readonly #opened = new Map<WindowName, Opened>();
  readonly #listeners: Listeners = {};
  readonly #limits: Record<LastingWindow, ReopeningLimit>;
  readonly #cancelReopening = new Map<LastingWindow, () => void>();
  readonly #onDisplaysChange = () => this.#hud?.place();
  #hud: HudWindow | undefined;
  #isHudShown = false;
  #isHudClickable = false;
  #isClosing = false;
  /** Whether the app is becoming active, or is active, because of one of our windows. */
  #isActivationWanted = false;
  /** The HUD takes clicks without activation, but some systems activate the app anyway (electron/electron#53889). */
  readonly #onActive = () => {
    if (!this.#isActivationWanted && this.#hud?.isUnderPointer) this.#options.giveFocusBack();
  };
  readonly #onInactive = () => {
    this.#isActivationWanted = false;
  };

  constructor(options: ElectronWindowsOptions) {
    this.#options = options;
    const { app, clock, screen } = options;
    this.#dock = new DockIcon(app.dock, clock);
    this.#limits = { hud: new ReopeningLimit(clock), microphone: new ReopeningLimit(clock) };
    app.on('did-become-active', this.#onActive);
    app.on('did-resign-active', this.#onInactive);
    screen.on('display-added', this.#onDisplaysChange);
    screen.on('display-removed', this.#onDisplaysChange);
    screen.on('display-metrics-changed', this.#onDisplaysChange);
    this.#openLasting('microphone');
  }

  /** Returns the window that contents belong to. */
  windowOf(contents: Electron.WebContents): WindowName | undefined {
    for (const [name, { window }] of this.#opened) if (window.webContents === contents) return name;
    return undefined;
  }

  /** Resolves with what has the focus in the window that the user works in. */
  async focusedField(): Promise<OwnField> {
    const focused = [...this.#opened.values()].find(({ window }) => window.isFocused());
    return focused ? readFocusedField(focused.window.webContents) : 'none';
  }

  open(name: UserWindow): void {
    if (this.#isClosing) return;
    this.#dock.show();
    const opened = this.#opened.get(name)?.window;
    if (opened) {
      this.#bringForward(opened);
    } else {
      const window = this.#create(name);
      window.once('ready-to-show', () => this.#bringForward(window));
    }
  }

  close(name: UserWindow): void {
    this.#opened.get(name)?.window.close();
  }

  showHud(): void {
    this.#isHudShown = true;
    if (this.#opened.get('hud')?.ipc.isOpen) this.#hud?.show();
    else this.#openLasting('hud');
  }

  hideHud(): void {
    this.#isHudShown = false;
    this.#hud?.hide();
  }

  setHudClickable(isClickable: boolean): void {
    this.#isHudClickable = isClickable;
    this.#hud?.setClickable(isClickable);
  }

  send<W extends WindowName>(name: W, message: MessageTo<W>): void {
    this.#opened.get(name)?.ipc.send(message);
  }

  listen<W extends WindowName>(name: W, listener: WindowListener<W>): void {
    this.#listeners[name] = listener as Listeners[W];
    if (this.#opened.get(name)?.ipc.isOpen) queueMicrotask(() => listener.onOpen?.());
  }

  /** Closes all windows. None can be opened afterwards. */
  closeAll(): void {
    this.#isClosing = true;
    const { app, screen } = this.#options;
    app.removeListener('did-become-active', this.#onActive);
    app.removeListener('did-resign-active', this.#onInactive);
    screen.removeListener('display-added', this.#onDisplaysChange);
    screen.removeListener('display-removed', this.#onDisplaysChange);
    screen.removeListener('display-metrics-changed', this.#onDisplaysChange);
    for (const cancel of this.#cancelReopening.values()) cancel();
    for (const { window } of [...this.#opened.values()]) window.destroy();
    this.#dock.close();
  }

  /** Opens a lasting window, after a delay if it has been breaking. */
  #openLasting(name: LastingWindow): void {
    if (this.#isClosing || this.#opened.has(name) || this.#cancelReopening.has(name)) return;
    const { waitMs } = this.#limits[name];
    if (waitMs > 0) {
      const cancel = this.#options.clock.schedule(waitMs, () => {
        this.#cancelReopening.delete(name);
        if (name === 'microphone' || this.#isHudShown) this.#openLasting(name);
      });
      this.#cancelReopening.set(name, cancel);
      return;
    }
    this.#limits[name].handleOpened();
    const window = this.#create(name);
    if (name !== 'hud') return;
    this.#hud = new HudWindow(window, this.#options.screen);
    this.#hud.setClickable(this.#isHudClickable);
  }

  #create(name: WindowName): Electron.BrowserWindow {
    const window = new this.#options.BrowserWindow(windowFrame(name, this.#options.page));
    const contents = window.webContents;
    const forget = (isBroken: boolean) => {
      if (this.#opened.get(name) === opened) this.#forget(name, opened, isBroken);
    };
    const ipc = new WindowIpc<WindowName>(name, contents, {
      onOpen: () => this.#greet(name),
      onMessage: (message) => this.#listenerOf(name)?.onMessage(message),
      onFrame: (frame) => this.#listenerOf(name)?.onFrame?.(frame),
      onAbuse: () => forget(true),
    });
    const opened = { window, ipc };
    this.#opened.set(name, opened);
    window.on('closed', () => forget(false));
    contents.on('render-process-gone', () => forget(true));
    window.loadURL(pageUrl(name)).catch(() => forget(true));
    return window;
  }

  #greet(name: WindowName): void {
    this.#listenerOf(name)?.onOpen?.();
    // By now the listener has sent what is to be shown.
    if (name === 'hud' && this.#isHudShown) this.#hud?.show();
  }

  #forget(name: WindowName, { window }: Opened, isBroken: boolean): void {
    this.#opened.delete(name);
    if (name === 'hud') this.#hud = undefined;
    if (!window.isDestroyed()) window.destroy();
    if (!this.#opened.has('settings') && !this.#opened.has('onboarding')) this.#dock.hide();
    if (this.#isClosing) return;
    this.#listenerOf(name)?.onClose?.();
    if (!isBroken || (name !== 'hud' && name !== 'microphone')) return;
    this.#limits[name].handleBroken();
    if (name === 'microphone' || this.#isHudShown) this.#openLasting(name);
  }

  #bringForward(window: Electron.BrowserWindow): void {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    this.#isActivationWanted = true;
    // An app without a Dock icon doesn't become active on its own.
    this.#options.app.focus({ steal: true });
    window.show();
  }

  #listenerOf(name: WindowName): WindowListener<WindowName> | undefined {
    return this.#listeners[name] as WindowListener<WindowName> | undefined;
  }
}

import { EventEmitter } from 'node:events';
import type { Clock } from '@workspace/speech/clock';
import { SimulatedSoundOutput } from '../../app/testing/simulated-sound-output.ts';
import type { Mac } from '../../macos/mac.ts';
import type { ElectronParts } from '../electron-shell.ts';
import { SimulatedBrowserWindows } from './simulated-browser-windows.ts';
import { SimulatedElectronApp } from './simulated-electron-app.ts';
import { SimulatedEventTap } from './simulated-event-tap.ts';
import { SimulatedGlobalShortcut } from './simulated-global-shortcut.ts';
import { SimulatedMacKeyboard } from './simulated-mac-keyboard.ts';
import { SimulatedMenuBarParts } from './simulated-menu-bar-parts.ts';
import { SimulatedPowerSaveBlocker } from './simulated-power-save-blocker.ts';
import { SimulatedPrivacySettings } from './simulated-privacy-settings.ts';
import { SimulatedSafeStorage } from './simulated-safe-storage.ts';
import { SimulatedScreen } from './simulated-screen.ts';
import { SimulatedSession } from './simulated-session.ts';

/**
 * A Mac with Electron on it, in memory: the parts that the shell takes, each by its own double, which says what it is taken
 * from. `powerMonitor` only emits what tests have it emit: `suspend`, `resume`, `lock-screen`, `unlock-screen`, by
 * `PowerMonitor` in electron.d.ts. `clipboard.writeText` replaces what was there: `Clipboard`, the same.
 */
export class SimulatedElectron {
  readonly app = new SimulatedElectronApp();
  readonly browser = new SimulatedBrowserWindows();
  readonly screen = new SimulatedScreen();
  readonly sessions = new Map<string, SimulatedSession>();
  readonly menuBar = new SimulatedMenuBarParts();
  readonly globalShortcut = new SimulatedGlobalShortcut();
  readonly privacy = new SimulatedPrivacySettings();
  readonly safeStorage = new SimulatedSafeStorage();
  readonly powerMonitor = new EventEmitter();
  readonly powerSaveBlocker = new SimulatedPowerSaveBlocker();
  readonly keyboard = new SimulatedMacKeyboard();
  /** The programs on the Mac, by the ids of their processes. */
  readonly programs = {
    front: 100 as number | undefined,
    activate(pid: number): void {
      this.front = pid;
    },
  };
  clipboardText = '';
  /** What stands in the focused field. */
  field = '';
  isMacOpen = false;

  constructor(clock: Clock) {
    this.app.dock.now = () => clock.now();
  }

  get parts(): ElectronParts {
    const { systemPreferences, shell } = this.privacy.ports;
    return {
      ...this.menuBar.electron,
      app: this.app.asApp,
      BrowserWindow: this.browser.BrowserWindow,
      screen: this.screen.asScreen,
      session: { fromPartition: (name: string) => this.#openSession(name) },
      globalShortcut: this.globalShortcut,
      systemPreferences,
      shell,
      clipboard: { writeText: (text: string) => this.#copy(text) },
      safeStorage: this.safeStorage,
      powerMonitor: this.powerMonitor,
      powerSaveBlocker: this.powerSaveBlocker,
    } as unknown as ElectronParts;
  }

  /** As `openMac` does. */
  async openMac(): Promise<Mac> {
    this.isMacOpen = true;
    const inserter: Mac['inserter'] = {
      focusedApp: async () => undefined,
      captureTarget: async () => ({ id: 'field', kind: 'multi-line' }),
      textAround: async () => undefined,
      insert: async (_target, text) => {
        this.field += text;
        return 'inserted';
      },
      pressReturn: async () => false,
      leaveOnClipboard: async () => false,
      read: async () => ({ type: 'none' }),
      replace: async () => 'failed',
    };
    return {
      keyboard: this.keyboard,
      accessibility: this.keyboard,
      eventTap: new SimulatedEventTap(),
      pasteboard: this.privacy.pasteboard,
      applications: this.programs,
      inserter,
      soundOutput: new SimulatedSoundOutput(),
      close: async () => {
        this.isMacOpen = false;
      },
    };
  }

  /**
   * electronjs.org/docs/latest/api/session, `fromPartition`: the same session for the same name. `App.session-created` in
   * electron.d.ts: told for each new one.
   */
  #openSession(name: string): SimulatedSession {
    const session = this.sessions.get(name) ?? new SimulatedSession();
    if (!this.sessions.has(name)) this.app.emit('session-created', session);
    this.sessions.set(name, session);
    return session;
  }

  #copy(text: string): void {
    this.clipboardText = text;
  }
}

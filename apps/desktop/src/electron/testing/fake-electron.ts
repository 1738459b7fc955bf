import { EventEmitter } from 'node:events';
import type { Clock } from '@workspace/speech/clock';
import { FakeSoundOutput } from '../../app/testing/fake-sound-output.ts';
import type { Mac } from '../../macos/mac.ts';
import type { ElectronParts } from '../electron-platform.ts';
import { FakeBrowserWindows } from './fake-browser-windows.ts';
import { FakeElectronApp } from './fake-electron-app.ts';
import { FakeEventTap } from './fake-event-tap.ts';
import { FakeGlobalShortcut } from './fake-global-shortcut.ts';
import { FakeMacKeyboard } from './fake-mac-keyboard.ts';
import { FakeMenuBarParts } from './fake-menu-bar-parts.ts';
import { FakePowerSaveBlocker } from './fake-power-save-blocker.ts';
import { FakePrivacySettings } from './fake-privacy-settings.ts';
import { FakeSafeStorage } from './fake-safe-storage.ts';
import { FakeScreen } from './fake-screen.ts';
import { FakeSession } from './fake-session.ts';

/**
 * Electron on a Mac, in memory: the parts that the platform uses, each with its own fake, which cites its sources.
 * `powerMonitor` only emits what tests have it emit: `suspend`, `resume`, `lock-screen`, `unlock-screen`, from
 * `PowerMonitor` in electron.d.ts. `clipboard.writeText` replaces what was there: `Clipboard`, same file.
 */
export class FakeElectron {
  readonly app = new FakeElectronApp();
  readonly browser = new FakeBrowserWindows();
  readonly screen = new FakeScreen();
  readonly sessions = new Map<string, FakeSession>();
  readonly menuBar = new FakeMenuBarParts();
  readonly globalShortcut = new FakeGlobalShortcut();
  readonly privacy = new FakePrivacySettings();
  readonly safeStorage = new FakeSafeStorage();
  readonly powerMonitor = new EventEmitter();
  readonly powerSaveBlocker = new FakePowerSaveBlocker();
  readonly keyboard = new FakeMacKeyboard();
  /** The programs on the Mac, by process id. */
  readonly programs = {
    front: 100 as number | undefined,
    activate(pid: number): void {
      this.front = pid;
    },
  };
  clipboardText = '';
  /** The text of the focused field. */
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

  /** Like the real `openMac`. */
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
      eventTap: new FakeEventTap(),
      pasteboard: this.privacy.pasteboard,
      applications: this.programs,
      inserter,
      soundOutput: new FakeSoundOutput(),
      close: async () => {
        this.isMacOpen = false;
      },
    };
  }

  /**
   * electronjs.org/docs/latest/api/session, `fromPartition`: the same session for the same name. `App.session-created`
   * in electron.d.ts: emitted for each new one.
   */
  #openSession(name: string): FakeSession {
    const session = this.sessions.get(name) ?? new FakeSession();
    if (!this.sessions.has(name)) this.app.emit('session-created', session);
    this.sessions.set(name, session);
    return session;
  }

  #copy(text: string): void {
    this.clipboardText = text;
  }
}

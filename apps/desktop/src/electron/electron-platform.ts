import { join } from 'node:path';
import type { Clock } from '@workspace/speech/clock';
import type * as Electron from 'electron';
import type { Host, Platform } from '../app/platform.ts';
import type { Mac, OwnField } from '../macos/mac.ts';
import { readWindowPages } from '../pages/window-pages.ts';
import { servePages } from './app-protocol.ts';
import { AutoUpdates, type AutoUpdatesPorts } from './auto-updates.ts';
import { ElectronWindows, type ElectronWindowsOptions } from './electron-windows.ts';
import { FocusReturn } from './focus-return.ts';
import type { ElectronLinks } from './links.ts';
import { MacLoginItem } from './login-item.ts';
import { openMacDesktop } from './mac-desktop.ts';
import { MacPermissions } from './mac-permissions.ts';
import { ElectronMenuBar } from './menu-bar.ts';
import { ElectronPower } from './power.ts';
import { SafeStorageSecrets } from './safe-storage-secrets.ts';
import { guardWindowSession } from './window-security.ts';

/** The parts of Electron that are used. */
export type ElectronParts = Pick<
  typeof Electron,
  | 'Tray'
  | 'Menu'
  | 'nativeImage'
  | 'globalShortcut'
  | 'systemPreferences'
  | 'shell'
  | 'clipboard'
  | 'safeStorage'
  | 'powerMonitor'
  | 'powerSaveBlocker'
> & {
  app: ElectronWindowsOptions['app'] & Pick<Electron.App, 'getLoginItemSettings' | 'setLoginItemSettings'>;
  BrowserWindow: ElectronWindowsOptions['BrowserWindow'];
  screen: ElectronWindowsOptions['screen'];
  session: Pick<typeof Electron.session, 'fromPartition'>;
};

export interface ElectronPlatformOptions {
  clock: Clock;
  /** The app's data folder. */
  home: string;
  /** Folder of the windows' built pages. */
  windowsFolder: string;
  /** Folder of the menu bar's icons. */
  iconsFolder: string;
  /** The windows' preload script. */
  preload: string;
  links: ElectronLinks;
  /** `ownField`: what has the focus in our own windows. */
  openMac(ownField: () => Promise<OwnField>): Promise<Mac>;
  /** undefined if the app doesn't update itself. */
  openUpdater: (() => Promise<AutoUpdatesPorts>) | undefined;
}

/** Persistent, so that the windows' ids of microphones survive restarts. */
const PARTITION = 'persist:windows';

/**
 * Opens the platform for the Mac. Call once the app is ready. Rejects with a `MissingPagesError`, or with whatever
 * `openMac` and `openUpdater` reject with.
 */
export async function openElectronPlatform(parts: ElectronParts, options: ElectronPlatformOptions): Promise<Platform> {
  const { app, screen, BrowserWindow, systemPreferences, shell } = parts;
  const { clock, home, windowsFolder, preload, links } = options;
  const session = parts.session.fromPartition(PARTITION, { cache: false });
  guardWindowSession(session, (contents) => windows.windowOf(contents));
  const pages = readWindowPages(windowsFolder);
  servePages(session.protocol, pages);
  let focusReturn: FocusReturn | undefined;
  const windows = new ElectronWindows({
    BrowserWindow,
    app,
    screen,
    clock,
    page: { session, preload },
    giveFocusBack: () => focusReturn?.giveBack(),
  });
  // The microphone's page loads in the meantime.
  const openingMac = options.openMac(() => windows.focusedField());
  try {
    const [mac, updater] = await Promise.all([openingMac, options.openUpdater?.(), pages]);
    const { accessibility, pasteboard, applications } = mac;
    focusReturn = new FocusReturn({ systemPreferences, applications });
    const power = new ElectronPower(parts.powerMonitor, parts.powerSaveBlocker);
    const menuBar = new ElectronMenuBar(parts, options.iconsFolder);
    const { close: closeDesktop, ...desktop } = openMacDesktop({ electron: parts, mac, clock, power });
    const host: Host = {
      windows,
      menuBar,
      secrets: new SafeStorageSecrets(parts.safeStorage, join(home, 'secrets.json')),
      permissions: new MacPermissions({ systemPreferences, shell, accessibility, pasteboard }),
      power,
      links,
      updates: updater && new AutoUpdates(updater),
      loginItem: new MacLoginItem(app),
    };
    return {
      ...desktop,
      ...host,
      os: 'mac',
      async close() {
        closeDesktop();
        focusReturn?.close();
        power.keepAwake(false);
        menuBar.close();
        windows.closeAll();
        await mac.close();
      },
    };
  } catch (error) {
    windows.closeAll();
    await openingMac.then((mac) => mac.close()).catch(() => undefined);
    throw error;
  }
}

import type { Clock } from '@workspace/speech/clock';
import type * as Electron from 'electron';
import type { DesktopAccess, Power } from '../app/platform.ts';
import type { Mac } from '../macos/mac.ts';
import { ElectronClipboard } from './electron-clipboard.ts';
import { GlobalHotkeys } from './hotkeys.ts';
import { LayoutChanges } from './layout-changes.ts';

export interface MacDesktopOptions {
  electron: Pick<typeof Electron, 'globalShortcut' | 'clipboard' | 'systemPreferences'>;
  mac: Pick<Mac, 'keyboard' | 'accessibility' | 'eventTap' | 'inserter' | 'soundOutput'>;
  clock: Clock;
  power: Pick<Power, 'onSleep' | 'onWake'>;
}

/** Opens what touches a Mac's desktop: hotkeys, the fields of other programs, the clipboard, sound. */
export function openMacDesktop({ electron, mac, clock, power }: MacDesktopOptions): DesktopAccess & { close(): void } {
  const { globalShortcut, clipboard, systemPreferences } = electron;
  const { keyboard, accessibility, eventTap, inserter, soundOutput } = mac;
  const layoutChanges = new LayoutChanges(systemPreferences);
  const hotkeys = new GlobalHotkeys({
    ...{ globalShortcut, keyboard, accessibility, eventTap, clock, power },
    onLayoutChange: (listener) => layoutChanges.onChange(listener),
  });
  return {
    hotkeys,
    inserter,
    selections: inserter,
    clipboard: new ElectronClipboard(clipboard),
    soundOutput,
    close() {
      layoutChanges.close();
      hotkeys.close();
    },
  };
}

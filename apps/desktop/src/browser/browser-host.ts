import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WallClock } from '@workspace/dictation/ports';
import type { Host, Links, MenuBar } from '../app/platform.ts';
import type { Permission } from '../ipc/system-messages.ts';
import type { Display } from '../x11/display.ts';
import { BrowserWindows } from './browser-windows.ts';
import { findChromium } from './chromium.ts';
import { SecretFile } from './secret-file.ts';
import { SleepWatch } from './sleep-watch.ts';

export interface BrowserHostOptions {
  display: Display;
  clock: WallClock;
  /** The app's data folder. */
  home: string;
  /** Folder of the windows' built pages. */
  windowsFolder: string;
  /** Folders to search for programs, as in `PATH`. */
  programFolders: string;
  /** Chromium's environment variables. */
  environment: Readonly<Record<string, string>>;
  /** A WAV file to use instead of the microphone. */
  fakeMicrophone: string | undefined;
  links: Links;
  /** Called when the windows are gone for good, with what to tell the user. */
  onLost(reason: string): void;
}

/**
 * Opens what the Linux preview runs in: windows in the system's Chromium, and keys in a file. It has no menu bar,
 * updates or start at login. `onOpened` is called as soon as each part is open, with a function that closes it. Rejects
 * with a `BrowserError`.
 */
export async function openBrowserHost(
  options: BrowserHostOptions,
  onOpened: (close: () => Promise<void> | void) => void,
): Promise<Host> {
  const { display, clock, home, windowsFolder, programFolders, environment, fakeMicrophone, links, onLost } = options;
  const folder = join(home, 'browser');
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chmod(home, 0o700);
  // Left behind by a run that didn't end cleanly.
  await rm(folder, { recursive: true, force: true });
  const power = new SleepWatch(clock);
  onOpened(() => power.close());
  const windows = await BrowserWindows.open({
    display,
    clock,
    chromium: { program: await findChromium(programFolders), folder, environment, fakeMicrophone },
    windowsFolder,
    onLost,
  });
  onOpened(() => windows.closeAll());
  return {
    windows,
    menuBar: NO_MENU_BAR,
    secrets: new SecretFile(join(home, 'keys.json')),
    permissions: {
      check: async () => permissions(await windows.hasMicrophone()),
      // X has no permission prompts; `check` reports what is missing.
      request: async () => {},
    },
    links,
    updates: undefined,
    loginItem: undefined,
    power,
  };
}

/** No menu bar: the app shows its menu in the settings window. */
const NO_MENU_BAR: MenuBar = { isInWindow: true, show() {}, onChoose() {} };

function permissions(hasMicrophone: boolean | undefined): Permission[] {
  return [
    // Without a display the app would not have started.
    {
      id: 'display',
      title: 'X display',
      granted: true,
      detail: 'Shortcuts work, and text can be inserted.',
      canRequest: false,
    },
    {
      id: 'microphone',
      title: 'Microphone',
      granted: hasMicrophone === true,
      detail:
        hasMicrophone === true
          ? 'A microphone is connected and allowed.'
          : 'No microphone found. Plug one in, or check that the sound service is running.',
      canRequest: false,
    },
  ];
}

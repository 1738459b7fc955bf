import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import type { Links, MenuBar, Shell } from '../app/shell.ts';
import type { Permission } from '../ipc/system-messages.ts';
import { SelectionClipboard } from '../x11/clipboard.ts';
import { Display } from '../x11/display.ts';
import { FieldReader } from '../x11/field-reader.ts';
import { HeldKeys } from '../x11/held-keys.ts';
import { X11Hotkeys } from '../x11/hotkeys.ts';
import { SelectionInserter } from '../x11/inserter.ts';
import { Keyboard } from '../x11/keyboard.ts';
import { Selections } from '../x11/selections.ts';
import { browserEnvironment } from './browser-environment.ts';
import { BrowserLinks } from './browser-links.ts';
import { BrowserWindows } from './browser-windows.ts';
import { findChromium } from './chromium-program.ts';
import { createPageOpener } from './page-opener.ts';
import { PulseOutput } from './pulse-output.ts';
import { SecretFile } from './secret-file.ts';
import { SleepWatch } from './sleep-watch.ts';

export interface BrowserShellOptions {
  /** The folder of the app's data. Only one shell at a time may run on it (`claimInstance`). */
  home: string;
  /** Where the built pages of the windows are. */
  windowsFolder: string;
  /** The X display, such as `:0`. */
  display: string | undefined;
  /** The variables of this process: Chromium gets those that it needs. */
  environment: Readonly<Record<string, string | undefined>>;
  /** A WAV file in place of the microphone, which begins again with each opening of the microphone. */
  fakeMicrophone?: string | undefined;
  /** Links that may have come before; without them only pages are opened. */
  links?: Links;
  /** Called once when the display or the windows are gone for good, with what to tell the user. */
  onLost(reason: string): void;
}

/**
 * Opens the shell for Linux: hotkeys and insertion on an X display, windows in the system's Chromium. Rejects with a
 * `DisplayError` or a `BrowserError`, whose messages say what to do.
 */
export async function openBrowserShell(options: BrowserShellOptions): Promise<Shell> {
  const { home, windowsFolder, environment, fakeMicrophone, onLost } = options;
  const programEnvironment = browserEnvironment(environment, options.display ?? '');
  const { PATH: programFolders = '' } = environment;
  const display = await Display.open(options.display);
  const lose = once(onLost);
  display.onLost(({ message }) => lose(message));
  const opened: Closable[] = [display];
  try {
    const browserFolder = join(home, 'browser');
    await mkdir(home, { recursive: true, mode: 0o700 });
    await chmod(home, 0o700);
    // What a run left behind that did not end well.
    await rm(browserFolder, { recursive: true, force: true });

    const keyboard = await Keyboard.open(display);
    const held = new HeldKeys(display, keyboard);
    const selections = await Selections.open(display);
    opened.push(selections);
    const fields = new FieldReader(display);
    opened.push(fields);
    void fields.prepare();
    const inserter = new SelectionInserter(display, keyboard, selections, held, fields);
    opened.push(inserter);
    const hotkeys = await X11Hotkeys.open(display, keyboard, held);
    opened.push(hotkeys);
    const clock = createSteadyClock();
    const power = new SleepWatch(clock);
    opened.push(power);
    const windows = await BrowserWindows.open({
      display,
      clock,
      chromium: {
        program: await findChromium(programFolders),
        folder: browserFolder,
        environment: programEnvironment,
        fakeMicrophone,
      },
      windowsFolder,
      onLost: lose,
    });
    opened.push({ close: () => windows.closeAll() });

    return {
      hotkeys,
      inserter,
      selections: inserter,
      clipboard: new SelectionClipboard(selections),
      windows,
      menuBar: NO_MENU_BAR,
      secrets: new SecretFile(join(home, 'keys.json')),
      permissions: {
        check: async () => permissions(await windows.hasMicrophone()),
        // X asks nobody; what is missing is told by `check`.
        request: async () => {},
      },
      links: options.links ?? new BrowserLinks(createPageOpener({ environment: programEnvironment })),
      updates: undefined,
      loginItem: undefined,
      soundOutput: await PulseOutput.find(programEnvironment),
      power,
      platform: 'other',
      close: once(() => closeAll(opened)),
    };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

type Closable = { close(): Promise<void> | void };

/** Closes the display, which was opened first, after all that works on it. */
async function closeAll([display, ...others]: readonly Closable[]): Promise<void> {
  await Promise.allSettled(others.toReversed().map(async (part) => part.close()));
  await display?.close();
}

/** There is none: the app shows its menu in the settings window. */
const NO_MENU_BAR: MenuBar = { isInWindow: true, show() {}, onChoose() {} };

function permissions(hasMicrophone: boolean | undefined): Permission[] {
  return [
    // Without them the shell would not have been opened.
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

/** A function that does its work at the first call only. */
function once<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  let done: { result: R } | undefined;
  return (...args) => {
    done ??= { result: work(...args) };
    return done.result;
  };
}

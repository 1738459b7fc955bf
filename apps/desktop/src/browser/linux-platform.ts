import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import type { Links, Platform } from '../app/platform.ts';
import { Display } from '../x11/display.ts';
import { openX11Desktop } from '../x11/x11-desktop.ts';
import { browserEnvironment } from './browser-environment.ts';
import { openBrowserHost } from './browser-host.ts';
import { BrowserLinks } from './browser-links.ts';
import { createPageOpener } from './page-opener.ts';
import { PulseOutput } from './pulse-output.ts';

export interface LinuxPlatformOptions {
  /** The app's data folder. Only one app at a time may use it (`claimInstance`). */
  home: string;
  /** Folder of the windows' built pages. */
  windowsFolder: string;
  /** The X display, such as `:0`. */
  display: string | undefined;
  /** This process's variables, of which Chromium gets those it needs. */
  environment: Readonly<Record<string, string | undefined>>;
  /** A WAV file to use instead of the microphone; starts over each time the microphone is opened. */
  fakeMicrophone?: string | undefined;
  /** Links that may have arrived earlier; if undefined, pages can be opened but no links arrive. */
  links?: Links;
  /** Called once when the display or the windows are gone for good, with what to tell the user. */
  onLost(reason: string): void;
}

/**
 * Opens the platform for Linux, a preview: hotkeys and insertion on an X display, windows in the system's Chromium. Rejects
 * with a `DisplayError` or a `BrowserError`, whose messages say what to do.
 */
export async function openLinuxPlatform(options: LinuxPlatformOptions): Promise<Platform> {
  const { home, windowsFolder, environment, fakeMicrophone, onLost } = options;
  const programEnvironment = browserEnvironment(environment, options.display ?? '');
  const { PATH: programFolders = '' } = environment;
  const display = await Display.open(options.display);
  const lose = once(onLost);
  display.onLost(({ message }) => lose(message));
  const closings: Close[] = [() => display.close()];
  const onOpened = (close: Close) => void closings.push(close);
  try {
    const desktop = await openX11Desktop(display, onOpened);
    const host = await openBrowserHost(
      {
        display,
        clock: createSteadyClock(),
        home,
        windowsFolder,
        programFolders,
        environment: programEnvironment,
        fakeMicrophone,
        links: options.links ?? new BrowserLinks(createPageOpener({ environment: programEnvironment })),
        onLost: lose,
      },
      onOpened,
    );
    return {
      ...desktop,
      ...host,
      soundOutput: await PulseOutput.find(programEnvironment),
      os: 'other',
      close: once(() => closeAll(closings)),
    };
  } catch (error) {
    await closeAll(closings);
    throw error;
  }
}

type Close = () => Promise<void> | void;

/** Closes everything that uses the display, then the display, which was opened first. */
async function closeAll([closeDisplay, ...others]: readonly Close[]): Promise<void> {
  await Promise.allSettled(others.toReversed().map(async (close) => close()));
  await closeDisplay?.();
}

/** Wraps a function so that only the first call does the work; later calls return its result. */
function once<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  let done: { result: R } | undefined;
  return (...args) => {
    done ??= { result: work(...args) };
    return done.result;
  };
}

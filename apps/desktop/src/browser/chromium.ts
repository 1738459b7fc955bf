import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { BrowserError } from './browser-error.ts';
import { chromiumArguments, INITIAL_PREFERENCES, openWindowArguments } from './chromium-arguments.ts';
import { DevToolsPipe } from './devtools-pipe.ts';
import { findProgram } from './find-program.ts';

export interface ChromiumOptions {
  program: string;
  /** Folder for the profile, which lasts for one run. */
  folder: string;
  /** Its environment variables, besides those set here. */
  environment: Readonly<Record<string, string>>;
  fakeMicrophone?: string | undefined;
}

/** How long it may take to answer. */
const START_TIMEOUT_MS = 30_000;
/** How long it may take to end on its own before it is killed. */
const END_TIMEOUT_MS = 1_500;

/** Core dumps would hold what the windows show. */
const WITHOUT_CORE_DUMPS = ['-c', 'ulimit -c 0; exec "$0" "$@"'];
/** So would its own crash dumps, in a folder below this one. The user's own browser would not even start with it. */
const WITHOUT_CRASH_DUMPS = { CHROME_CONFIG_HOME: '/dev/null' };

/** A running Chromium without a window. It ends when this process does, however this process ends. */
export class Chromium {
  readonly devTools: DevToolsPipe;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #options: ChromiumOptions;
  readonly #profile: string;
  readonly #process: ChildProcess;
  /** Processes that ask it for a window. */
  readonly #messengers = new Set<ChildProcess>();
  #isClosing = false;

  private constructor(options: ChromiumOptions, profile: string, started: ChildProcess) {
    this.#options = options;
    this.#profile = profile;
    this.#process = started;
    this.ended = new Promise<void>((resolve) => {
      // If the program can't be run, there is only an `error`, no `exit`.
      started.once('error', () => resolve());
      started.once('exit', () => resolve());
    }).then(() => {
      // Its last processes would end on their own, but may still be writing to the profile.
      this.#kill();
      return removeFolder(profile);
    });
    const [, , , commands, answers] = started.stdio;
    this.devTools = new DevToolsPipe(commands as Writable, answers as Readable);
  }

  /** Resolves once it accepts commands. Rejects with a `BrowserError` if it doesn't start. */
  static async start(options: ChromiumOptions): Promise<Chromium> {
    const profile = await makeProfile(options.folder);
    const args = chromiumArguments({ profile, fakeMicrophone: options.fakeMicrophone, isRoot: IS_ROOT });
    // Its own process group: Ctrl-C in a terminal doesn't reach it, and it can be killed with everything it started.
    const started = spawn('/bin/sh', [...WITHOUT_CORE_DUMPS, options.program, ...args], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...options.environment, ...WITHOUT_CRASH_DUMPS },
      cwd: profile,
      detached: true,
    });
    const chromium = new Chromium(options, profile, started);
    const timeout = setTimeout(() => chromium.#kill(), START_TIMEOUT_MS);
    try {
      await chromium.devTools.send('Browser.getVersion');
      return chromium;
    } catch {
      await chromium.close();
      throw new BrowserError("Chromium, which shows the windows, doesn't start. Check that it starts on its own.");
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Opens a page in a new window. Resolves when Chromium has been asked to. */
  async openWindow(address: string): Promise<void> {
    if (this.#isClosing) return;
    const { program, environment } = this.#options;
    const args = openWindowArguments({ profile: this.#profile, isRoot: IS_ROOT }, address);
    const messenger = spawn(program, args, {
      stdio: 'ignore',
      env: { ...environment, ...WITHOUT_CRASH_DUMPS },
      cwd: this.#profile,
      detached: true,
    });
    this.#messengers.add(messenger);
    await once(messenger, 'exit').catch(() => {});
    this.#messengers.delete(messenger);
  }

  /** Ends it, by force if necessary. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // A messenger that finds no browser to talk to becomes one itself.
    for (const messenger of this.#messengers) killGroup(messenger);
    const timeout = setTimeout(() => this.#kill(), END_TIMEOUT_MS);
    this.devTools.send('Browser.close').catch(() => this.#kill());
    await this.ended;
    clearTimeout(timeout);
  }

  /** Ends it immediately, with all its processes. */
  #kill(): void {
    killGroup(this.#process);
  }
}

/** Ends a process and all that it started. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

const IS_ROOT = process.getuid?.() === 0;

async function makeProfile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const profile = await mkdtemp(join(folder, 'profile-'));
  await mkdir(join(profile, 'Default'));
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(INITIAL_PREFERENCES));
  return profile;
}

/** A process that is ending may still be writing. Whatever is left is removed at the next start. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
}

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds the system's Chromium in the folders of a PATH. Rejects with a `BrowserError` if there is none. */
export async function findChromium(path: string): Promise<string> {
  const program = await findProgram(path, PROGRAMS);
  if (program !== undefined) return program;
  throw new BrowserError(
    "The windows need Chromium, which isn't installed. Install the chromium package, then start again.",
  );
}

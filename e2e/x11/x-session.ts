import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Display } from '@workspace/desktop/x11/display';
import { vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';

const execute = promisify(execFile);
const { PATH = '' } = process.env;
const ACCESSIBILITY_BUS = 'org.a11y.Bus.service';

/** An X display without a screen, for the calling file's tests. */
export class XSession {
  /** Such as `:1`. */
  readonly display: string;
  /** The variables that programs of the session need. */
  readonly environment: {
    DISPLAY: string;
    HOME: string;
    PATH: string;
    DBUS_SESSION_BUS_ADDRESS?: string;
    GNOME_ACCESSIBILITY?: string;
  };
  readonly #server: RunningProcess;
  readonly #programs: RunningProcess[] = [];

  private constructor(server: RunningProcess, display: string, home: string) {
    this.#server = server;
    this.display = display;
    this.environment = { DISPLAY: display, HOME: home, PATH };
  }

  /** Starts it on a free display, with a window manager by default. `serverOptions` are Xvfb's. */
  static async start({
    hasWindowManager = true,
    serverOptions = [],
  }: {
    hasWindowManager?: boolean;
    serverOptions?: string[];
  } = {}): Promise<XSession> {
    const home = scratchFolder();
    const server = RunningProcess.start(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp', '-noreset', ...serverOptions],
      { env: { PATH, HOME: home } },
    );
    // If killed, it would leave its lock behind.
    endAfterTests(() => endServer(server));
    const number = await vi.waitUntil(() => /^\d+(?=\n)/.exec(server.stdout)?.[0], { timeout: 300_000, interval: 50 });
    const session = new XSession(server, `:${number}`, home);
    endAfterTests(() => session.#endPrograms());
    if (hasWindowManager) await session.#startWindowManager();
    return session;
  }

  /** Connects to it, for the calling file's tests. */
  async openDisplay(): Promise<Display> {
    const display = await Display.open(this.display);
    endAfterTests(() => display.close());
    return display;
  }

  /** Runs a program to its end. Resolves with what it wrote to stdout, without the last line break. */
  async run(program: string, ...args: string[]): Promise<string> {
    const { stdout } = await execute(program, args, { env: this.environment });
    return stdout.trimEnd();
  }

  /** Plays keys, or finds and moves windows. */
  xdotool(...args: string[]): Promise<string> {
    return this.run('xdotool', ...args);
  }

  /**
   * Types with xdotool's actions, such as `key` and `type`. No key repeats, as one would if the machine paused before
   * its release.
   */
  async type(...actions: string[]): Promise<void> {
    await this.run('xset', 'r', 'off');
    await this.xdotool(...actions);
    await this.run('xset', 'r', 'on');
  }

  /** Starts a program that runs until it is ended, at the latest after the tests. */
  startProgram(program: string, ...args: string[]): RunningProcess {
    const running = RunningProcess.start(program, args, { env: this.environment, cwd: this.environment.HOME });
    this.#programs.push(running);
    return running;
  }

  /** Waits for a window by its `WM_CLASS` and title. Resolves with its id. */
  async findWindow(search: { class?: string; name?: string }): Promise<string> {
    const criteria = Object.entries(search).flatMap(([key, value]) => [`--${key}`, value]);
    // Fails while there is none, or if another one is closed meanwhile.
    const find = () => this.xdotool('search', '--onlyvisible', ...criteria).catch(() => '');
    return (await this.waitUntil(find)).split('\n').at(-1)!;
  }

  /** Waits for a matching window and focuses it. */
  async focusWindow(search: { class?: string; name?: string }): Promise<number> {
    const id = await this.findWindow(search);
    await this.xdotool('windowactivate', '--sync', id);
    await this.waitUntilActive(id);
    return Number(id);
  }

  /** Waits until the window manager considers the window active, which can be later than when it gets the focus. */
  async waitUntilActive(window: string): Promise<void> {
    // Fails while the window manager is between two windows.
    const active = () => this.xdotool('getactivewindow').catch(() => '');
    await this.waitUntil(async () => (await active()) === window);
  }

  /**
   * Starts a session bus, through which programs find the accessibility bus; the first one to look for that starts it.
   * Only programs started afterwards know the session bus.
   */
  async startSessionBus(): Promise<void> {
    const config = writeBusConfig();
    const daemon = this.startProgram('dbus-daemon', '--config-file', config, '--nofork', '--print-address');
    const address = await this.waitUntil(() => /^.+(?=\n)/.exec(daemon.stdout)?.[0]);
    this.environment.DBUS_SESSION_BUS_ADDRESS = address;
  }

  /** Waits until a check returns something truthy. Resolves with that. */
  waitUntil<T>(check: () => T | Promise<T>) {
    return vi.waitUntil(check, { timeout: 300_000, interval: 50 });
  }

  /** Ends the server, and with it the display. */
  async endServer(): Promise<void> {
    await endServer(this.#server);
  }

  async #startWindowManager(): Promise<void> {
    this.startProgram('openbox', '--sm-disable');
    // It is running once the root window has this property.
    await this.waitUntil(async () => (await this.run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).includes('#'));
  }

  async #endPrograms(): Promise<void> {
    for (const program of this.#programs) program.kill();
    await Promise.all(this.#programs.map(({ ended }) => ended));
  }
}

async function endServer(server: RunningProcess): Promise<void> {
  server.signal('SIGTERM');
  await server.ended;
}

/**
 * Configures a bus that starts only the accessibility bus: the document portal would mount a file system in the home
 * folder.
 */
function writeBusConfig(): string {
  const folder = scratchFolder();
  const services = join(folder, 'services');
  mkdirSync(services);
  symlinkSync(join('/usr/share/dbus-1/services', ACCESSIBILITY_BUS), join(services, ACCESSIBILITY_BUS));
  const config = join(folder, 'session.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  return config;
}

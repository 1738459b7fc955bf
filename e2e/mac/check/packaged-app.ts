import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { _electron, type ElectronApplication } from 'playwright-core';
import { Unseen } from './claims.ts';
import { macosSystem, runCommand, tellScript } from './macos-system.ts';
import type { AppDriver } from './whole-app-claims.ts';

const FRONT = 'tell application "System Events" to get name of first application process whose frontmost is true';
const LAST_MENU_BAR = `tell application "System Events" to tell process "${PRODUCT_NAME}" to count menu bar items of menu bar (count menu bars)`;

export interface PackagedApp {
  /** The packed program into which Playwright can look. */
  program: string;
  /** A WAV file in place of the microphone. */
  microphone: string;
  environment: NodeJS.ProcessEnv;
}

/** The packed app on this Mac, recognizing on this computer, so that it needs no key. */
export function drivePackagedApp({ program, microphone, environment }: PackagedApp): AppDriver {
  let electron: ElectronApplication | undefined;
  let main: ChildProcess | undefined;
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const env = {
    ...Object.fromEntries(given),
    SAYKEY_HOME: mkdtempSync(join(tmpdir(), 'check-mac-home-')),
    SAYKEY_SKIP_ONBOARDING: '1',
    SAYKEY_FAKE_MIC: microphone,
  };
  const running = () => {
    if (!electron) throw new Unseen('the app was not started');
    return electron;
  };
  const keys = (...lines: string[]) => tellScript('tell application "System Events"', ...lines, 'end tell');
  return {
    ...macosSystem(environment),
    async start() {
      electron = await _electron.launch({ executablePath: program, env });
      main = electron.process();
    },
    async pressHoldChord() {
      await keys('key down command', 'key down shift', 'key down " "');
    },
    async releaseHoldChord() {
      await keys('key up " "', 'key up shift', 'key up command');
    },
    async hideFront() {
      await keys('keystroke "h" using command down');
    },
    async openSettings() {
      running();
      // A second start hands over to the first, and ends.
      await promisify(execFile)(program, { env, timeout: 15_000 });
    },
    front: async () => (await tellScript(FRONT)).trim(),
    isHudShown: () =>
      running().evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some(
          (window) => window.webContents.getURL() === 'app://windows/hud/' && window.isVisible(),
        ),
      ),
    menuBarItems: async () => Number(await tellScript(LAST_MENU_BAR)),
    async sleepDisplay() {
      await runCommand('/usr/bin/pmset', 'displaysleepnow');
    },
    async wakeDisplay() {
      await runCommand('/usr/bin/caffeinate', '-u', '-t', '2');
    },
    async terminate() {
      running();
      main?.kill('SIGTERM');
    },
    async processes() {
      // It says by its exit code that there are none.
      const found = await runCommand('/usr/bin/pgrep', '-f', program).catch(() => '');
      return found.split('\n').filter(Boolean).length;
    },
  };
}

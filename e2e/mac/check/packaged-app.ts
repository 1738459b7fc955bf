import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import { _electron, type ElectronApplication } from 'playwright-core';
import type { AppDriver, KeyPlace, Layout } from './app-driver.ts';
import { Unseen } from './claims.ts';
import { macosSystem, runAppleScript, runCommand, runJavaScript } from './macos-system.ts';

const FRONT = 'tell application "System Events" to get name of first application process whose frontmost is true';
const LAST_MENU_BAR = `tell application "System Events" to tell process "${PRODUCT_NAME}" to count menu bar items of menu bar (count menu bars)`;
/** A page whose title is the text in its password field. */
const PASSWORD_PAGE = '<!doctype html><input type="password" autofocus oninput="document.title = this.value">';
/** HIToolbox/Events.h, `kVK_…`. F19 does nothing anywhere. */
const KEY = { command: 0x37, shift: 0x38, space: 0x31, f8: 0x64, f19: 0x50 } as const;
const TOGGLE_KEYS: Record<KeyPlace, number> = { 'qwerty-t': 0x11, 'dvorak-t': 0x28 };
/** CoreGraphics/CGEventTypes.h: `kCGEventFlagMaskCommand`, alone and with `kCGEventFlagMaskShift`. */
const COMMAND = 0x10_0000;
const COMMAND_SHIFT = 0x12_0000;
/** CoreGraphics/CGEventTypes.h, `kCGEventSourceStateHIDSystemState`: the state in which the app reads the keyboard. */
const HARDWARE = 1;

/** A key going down or up, and the modifiers held at that moment. */
type KeyStroke = readonly [keyCode: number, isDown: boolean, flags: number];
const [DOWN, UP] = [true, false];
const HOLD_DOWN: readonly KeyStroke[] = [
  [KEY.command, DOWN, COMMAND],
  [KEY.shift, DOWN, COMMAND_SHIFT],
  [KEY.space, DOWN, COMMAND_SHIFT],
];
const SPACE_UP: readonly KeyStroke[] = [[KEY.space, UP, COMMAND_SHIFT]];
const MODIFIERS_UP: readonly KeyStroke[] = [
  [KEY.shift, UP, COMMAND],
  [KEY.command, UP, 0],
];
const LAYOUT_IDS: Record<Layout, string> = {
  'U.S.': 'com.apple.keylayout.US',
  Dvorak: 'com.apple.keylayout.Dvorak',
  Russian: 'com.apple.keylayout.Russian',
};

export interface PackagedApp {
  /** The inspectable build's program, inside its bundle. */
  program: string;
  /** A WAV file that replaces the microphone. */
  microphone: string;
  /** A PNG file to copy. */
  picture: string;
  /** Whether the app's Accessibility permission may be revoked. */
  mayForbid: boolean;
  environment: NodeJS.ProcessEnv;
}

/** The packaged app on this Mac, with on-device recognition, which needs no key. */
export function drivePackagedApp({ program, microphone, picture, mayForbid, environment }: PackagedApp): AppDriver {
  let electron: ElectronApplication | undefined;
  let main: ChildProcess | undefined;
  const bundle = join(program, '../../..');
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const home = mkdtempSync(join(tmpdir(), 'check-mac-home-'));
  const settings = { version: 1, chords: { send: 'F8' }, muteWhileRecording: true };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
  const env = {
    ...Object.fromEntries(given),
    SAYKEY_HOME: home,
    SAYKEY_SKIP_ONBOARDING: '1',
    SAYKEY_FAKE_MIC: microphone,
  };
  const running = () => {
    if (!electron) throw new Unseen('the app was not started');
    return electron;
  };
  const keys = (...lines: string[]) => runAppleScript('tell application "System Events"', ...lines, 'end tell');
  /** Posts keys as a driver would: from the hardware's source, below everything that watches keys. Runs `after` afterwards. */
  const press = (strokes: readonly KeyStroke[], after = '') =>
    runJavaScript(
      `ObjC.import('CoreGraphics');
      const source = $.CGEventSourceCreate(${HARDWARE});
      const press = (strokes) => {
        for (const [keyCode, isDown, flags] of strokes) {
          const event = $.CGEventCreateKeyboardEvent(source, keyCode, isDown);
          $.CGEventSetFlags(event, flags);
          $.CGEventPost($.kCGHIDEventTap, event);
        }
      };
      press(${JSON.stringify(strokes)});
      ${after}`,
    );
  const findCanHold = async () => {
    const isSeen = await press(
      [[KEY.f19, DOWN, 0]],
      `delay(0.2);
      const isSeen = $.CGEventSourceKeyState(${HARDWARE}, ${KEY.f19});
      press(${JSON.stringify([[KEY.f19, UP, 0]])});
      String(Boolean(isSeen));`,
    );
    return isSeen.trim() === 'true';
  };
  let canHold: Promise<boolean> | undefined;
  /** The app's processes whose command lines match a pattern. */
  async function pidsOf(pattern = ''): Promise<string[]> {
    // Its exit code is 1 if there are none.
    const found = await runCommand('/usr/bin/pgrep', '-f', `${bundle}/.*${pattern}`).catch(() => '');
    return found.split('\n').filter(Boolean);
  }
  const recognizers = () => pidsOf('--utility-sub-type=node.mojom.NodeService');
  return {
    ...macosSystem(environment),
    async start() {
      electron = await _electron.launch({ executablePath: program, env });
      main = electron.process();
    },
    canHold() {
      canHold ??= findCanHold();
      return canHold;
    },
    async pressHoldChord() {
      await press(HOLD_DOWN);
    },
    async releaseHoldChord() {
      await press([...SPACE_UP, ...MODIFIERS_UP]);
    },
    async releaseSpace() {
      await press(SPACE_UP);
    },
    async releaseModifiers() {
      await press(MODIFIERS_UP);
    },
    async pressToggleChord(place) {
      const key = TOGGLE_KEYS[place];
      await press([...HOLD_DOWN.slice(0, 2), [key, DOWN, COMMAND_SHIFT], [key, UP, COMMAND_SHIFT], ...MODIFIERS_UP]);
    },
    async pressSendKey() {
      await press([[KEY.f8, DOWN, 0]]);
    },
    async releaseSendKey() {
      await press([[KEY.f8, UP, 0]]);
    },
    async closeFront() {
      await keys('keystroke "w" using command down');
    },
    isInDock: () => running().evaluate(({ app }) => app.dock?.isVisible() ?? false),
    hudText: () =>
      running().evaluate(async ({ webContents }) => {
        const hud = webContents.getAllWebContents().find((page) => page.getURL() === 'app://windows/hud/');
        return String((await hud?.executeJavaScript('document.body.innerText')) ?? '');
      }),
    async openPasswordField() {
      const file = join(await mkdtemp(join(tmpdir(), 'check-mac-')), 'password.html');
      await writeFile(file, PASSWORD_PAGE);
      await runCommand('/usr/bin/open', '-a', 'Safari', file);
    },
    async copy(what) {
      const file = `POSIX file "${picture}"`;
      await runAppleScript(
        `set the clipboard to ${what === 'file' ? `(${file})` : `(read (${file}) as «class PNGf»)`}`,
      );
    },
    clipboardInfo: () => runAppleScript('clipboard info'),
    clipboardText: () => runCommand('/usr/bin/pbpaste'),
    async chooseLayout(layout) {
      const status = await runJavaScript(
        `ObjC.import('Carbon');
        const wanted = $({ TISPropertyInputSourceID: '${LAYOUT_IDS[layout]}' });
        const source = ObjC.castRefToObject($.TISCreateInputSourceList(wanted, true)).objectAtIndex(0);
        $.TISEnableInputSource(source) || $.TISSelectInputSource(source);`,
      ).catch(String);
      if (status.trim() !== '0') throw new Unseen(`${layout} could not be chosen: ${status.trim()}`);
    },
    async isOutputMuted() {
      const muted = (await runAppleScript('output muted of (get volume settings)')).trim();
      if (muted === 'missing value') throw new Unseen('no output can be muted');
      return muted === 'true';
    },
    async setOutputMuted(isMuted) {
      await runAppleScript(`set volume output muted ${isMuted}`);
    },
    async crashMicrophone() {
      await running().evaluate(({ webContents }) =>
        webContents
          .getAllWebContents()
          .find((page) => page.getURL() === 'app://windows/microphone/')
          ?.forcefullyCrashRenderer(),
      );
    },
    recognizers: async () => (await recognizers()).length,
    async killRecognizers() {
      const pids = await recognizers();
      if (pids.length === 0) throw new Unseen('no recognizer is running yet');
      await runCommand('/bin/kill', '-9', ...pids);
    },
    async processorSeconds() {
      const times = await runCommand('/bin/ps', '-o', 'time=', '-p', (await pidsOf()).join(','));
      return times
        .split('\n')
        .filter(Boolean)
        .reduce((sum, time) => sum + secondsOf(time), 0);
    },
    async connections() {
      // Its exit code is 1 if there are none.
      const pids = (await pidsOf()).join(',');
      const sockets = await runCommand('/usr/sbin/lsof', '-nP', '-a', '-i', '-p', pids).catch(() => '');
      return sockets.split('\n').filter((line) => line.includes('->'));
    },
    systemLog: () =>
      runCommand('/usr/bin/log', 'show', '--last', '20m', '--predicate', `process BEGINSWITH "${PRODUCT_NAME}"`),
    async forbidAccessibility() {
      if (!mayForbid) throw new Unseen('it would revoke the app’s permission: add --allow');
      const app = running();
      await runCommand('/usr/bin/tccutil', 'reset', 'Accessibility', `app.${URL_SCHEME}.desktop`);
      const isTrusted = await app.evaluate(({ systemPreferences }) =>
        systemPreferences.isTrustedAccessibilityClient(false),
      );
      // TCC checks the permission of the responsible program, which is often the one that started the app.
      if (isTrusted) throw new Unseen('macOS uses the permission of the program that started the app');
    },
    async kill() {
      running();
      main?.kill('SIGKILL');
    },
    async hideFront() {
      await keys('keystroke "h" using command down');
    },
    async openSettings() {
      running();
      // A second instance hands over to the first and exits.
      await promisify(execFile)(program, { env, timeout: 15_000 });
    },
    front: async () => (await runAppleScript(FRONT)).trim(),
    isHudShown: () =>
      running().evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some(
          (window) => window.webContents.getURL() === 'app://windows/hud/' && window.isVisible(),
        ),
      ),
    menuBarItems: async () => Number(await runAppleScript(LAST_MENU_BAR)),
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
    processes: async () => (await pidsOf()).length,
  };
}

/** Parses a time of `ps`: minutes, or hours and minutes, before the seconds. */
function secondsOf(time: string): number {
  return time
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

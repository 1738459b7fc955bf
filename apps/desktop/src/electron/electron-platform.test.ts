import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageToRecognizer } from '@workspace/on-device/messages';
import type { ProviderId } from '@workspace/speech/provider';
import { finalResults } from '@workspace/speech/testing/deepgram-messages';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp as startDesktopApp } from '../app/app.ts';
import { createLanguageModels } from '../app/language-model/language-models.ts';
import { defaultSettings } from '../app/settings/default-settings.ts';
import { FakeServer } from '../app/testing/fake-server.ts';
import { FakeWallClock } from '../app/testing/fake-wall-clock.ts';
import { MemoryStore } from '../app/testing/memory-store.ts';
import type { HudView } from '../ipc/hud-messages.ts';
import { encodeSampleFrame, type MessageToMicrophone } from '../ipc/microphone-messages.ts';
import type { SettingsView } from '../ipc/settings-messages.ts';
import { type ElectronPlatformOptions, openElectronPlatform } from './electron-platform.ts';
import { ElectronLinks } from './links.ts';
import { launchRecognizer, packagedModelPaths } from './recognizer-process.ts';
import type { FakeBrowserWindow } from './testing/fake-browser-windows.ts';
import { FakeElectron } from './testing/fake-electron.ts';
import { FakeUpdater } from './testing/fake-updater.ts';
import { FakeUtilityProcesses } from './testing/fake-utility-processes.ts';

const HOLD = 'Command+Shift+Space';
const VOICE = Int16Array.from({ length: 480 }, (_, index) => (index % 40 < 20 ? 6_000 : -6_000));

let folder: string;
let home: string;
let clock: FakeWallClock;
let electron: FakeElectron;
let links: ElectronLinks;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-platform-'));
  home = join(folder, 'home');
  mkdirSync(home);
  mkdirSync(join(folder, 'windows'));
  writeFileSync(join(folder, 'windows', 'index.html'), '');
  clock = new FakeWallClock();
  electron = new FakeElectron(clock);
  links = new ElectronLinks(electron.app.asApp, electron.parts.shell);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function openPlatform({
  openMac = () => electron.openMac(),
  openUpdater,
}: Partial<Pick<ElectronPlatformOptions, 'openMac' | 'openUpdater'>> = {}) {
  return openElectronPlatform(electron.parts, {
    clock,
    home,
    windowsFolder: join(folder, 'windows'),
    iconsFolder: '/app/icons',
    preload: '/app/build/electron/preload.cjs',
    links,
    openMac,
    openUpdater,
  });
}

/** Starts the whole app on the platform, with Deepgram, whose protocol is the simplest, and with fake window pages. */
async function startApp(provider: ProviderId = 'deepgram') {
  const platform = await openPlatform();
  const transport = new FakeTransport();
  const utilityProcess = new FakeUtilityProcesses();
  const location = { program: '/app/build/electron/recognizer.js', model: packagedModelPaths('/app') };
  const server = new FakeServer(() => clock.wallTime());
  const microphone = playMicrophone(electron.browser.only('microphone'));
  const onQuit = vi.fn();
  let ids = 0;
  const app = await startDesktopApp(platform, {
    clock,
    transport,
    languageModels: createLanguageModels({ clock, transport }),
    launchRecognizer: (listener) => launchRecognizer(utilityProcess, location, listener),
    stores: {
      settings: new MemoryStore({ ...defaultSettings('mac'), provider, onboarded: true }),
      usage: new MemoryStore(),
      spending: new MemoryStore(),
      account: new MemoryStore(),
      muted: new MemoryStore(),
    },
    account: {
      apiUrl: 'https://api.example.com',
      siteUrl: 'https://www.example.com',
      fetch: server.fetch,
      computerName: 'Desk',
    },
    environment: { baseUrl: undefined, keys: {} },
    skipOnboarding: true,
    version: '1.2.3',
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    onQuit,
  });
  return { platform, transport, utilityProcess, server, microphone, app, onQuit };
}

type Started = Awaited<ReturnType<typeof startApp>>;

/** Plays the microphone's page, as the app sees it. */
function playMicrophone(window: FakeBrowserWindow) {
  const streams = new Set<number>();
  const page = window.webContents.loadPage().appIpc!;
  page.connect((text) => {
    const message = JSON.parse(text) as MessageToMicrophone;
    if (message.type === 'open') streams.add(message.stream);
    if (message.type === 'close') streams.delete(message.stream);
    if (message.type === 'catch-up') page.sendText(JSON.stringify({ ...message, type: 'caught-up' }));
  });
  return {
    streams,
    record: () => {
      for (const stream of streams) page.sendFrame(encodeSampleFrame(stream, VOICE));
    },
  };
}

async function speak({ microphone }: Started, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) {
    clock.advance(20);
    microphone.record();
    await settlePromises();
  }
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50);
    await settlePromises();
  }
}

function pressHold(): void {
  for (const key of HOLD.split('+')) electron.keyboard.down.add(key);
  electron.globalShortcut.press(HOLD);
}

/** Releases the keys without an event. */
function releaseHold(): void {
  electron.keyboard.down.clear();
}

function shownSettings(): SettingsView | undefined {
  return (electron.browser.only('settings').received.at(-1) as { view: SettingsView } | undefined)?.view;
}

async function withKey(started: Started): Promise<Started> {
  started.platform.windows.open('settings');
  const page = electron.browser.only('settings').connectPage();
  page.sendText(JSON.stringify({ type: 'set-key', provider: 'deepgram', key: 'canary-key' }));
  await vi.waitFor(async () => {
    await pass(100);
    expect(shownSettings()?.providers.find(({ id }) => id === 'deepgram')?.key).toBe('stored');
  }, 300_000);
  electron.browser.only('settings').close();
  await pass(2_000);
  return started;
}

describe('The app in Electron', () => {
  test('dictates, from the key press to the text in the field', async () => {
    const started = await withKey(await startApp());
    const { transport, microphone, app } = started;
    pressHold();
    await speak(started, 200);
    const socket = transport.sockets.at(-1);
    socket?.open();
    const hud = electron.browser.only('hud');
    const shown: HudView[] = [];
    hud.webContents.loadPage().appIpc?.connect((text) => shown.push(JSON.parse(text).view));
    expect(hud.isShown).toBe(true);
    expect(electron.menuBar.tray.image.path).toBe('/app/icons/recordingTemplate.png');
    await speak(started, 1_800);
    expect(shown.at(-1)).toMatchObject({ state: 'listening', mode: 'hold' });
    expect([...electron.powerSaveBlocker.started.values()]).toEqual(['prevent-app-suspension']);
    expect(electron.app.focused).toHaveLength(0);

    releaseHold();
    await speak(started, 800);
    expect(microphone.streams.size).toBe(0);
    socket?.receive(finalResults(0, 2.8, 'Good morning.'));
    await pass(200);
    expect(electron.field).toBe('Good morning.');
    await pass(2_000);
    expect(hud.isShown).toBe(false);
    expect(electron.powerSaveBlocker.started.size).toBe(0);
    expect(electron.menuBar.tray.image.path).toBe('/app/icons/idleTemplate.png');
    await app.close();
  });

  test('recognizes speech on this Mac without a key, in a process that starts on key press and exits with the app', async () => {
    const started = await startApp('on-device');
    const { transport, utilityProcess, app } = started;
    expect(utilityProcess.processes).toEqual([]);
    pressHold();
    await speak(started, 1_000);
    const [recognizer] = utilityProcess.processes;
    recognizer!.spawn();
    recognizer!.say({ type: 'ready' });
    await speak(started, 200);
    releaseHold();
    await speak(started, 800);
    const final = (recognizer!.heard as MessageToRecognizer[]).find((job) => job.type === 'recognize' && job.final);
    recognizer!.say({ type: 'text', id: final!.id, text: 'Good morning.', tokens: [] });
    await pass(200);
    expect(electron.field).toBe('Good morning.');
    expect(transport.sockets).toEqual([]);
    expect(recognizer!.pid).toBeDefined();
    await app.close();
    await vi.waitUntil(() => recognizer!.pid === undefined);
    expect(utilityProcess.processes).toHaveLength(1);
  });

  test('stores the key encrypted, and sends it to no window', async () => {
    const { app } = await withKey(await startApp());
    const written = await vi.waitFor(() => readFileSync(join(home, 'secrets.json'), 'utf8'), 300_000);
    expect(written).toContain('"deepgram"');
    expect(written).not.toContain('canary-key');
    expect(electron.safeStorage.uses).toBe(1);
    expect(JSON.stringify(electron.browser.all.map(({ received }) => received))).not.toContain('canary-key');
    await app.close();
  });

  test('shows in the settings if it may not read the pasteboard, and opens the place to allow it', async () => {
    const { platform, app } = await startApp();
    electron.privacy.pasteboard.access = 'refused';
    const pasteboardPermission = () => shownSettings()?.permissions.find(({ id }) => id === 'pasteboard');
    platform.windows.open('settings');
    const page = electron.browser.only('settings').connectPage();
    await pass(100);
    expect(pasteboardPermission()).toMatchObject({ title: 'Paste from Other Apps', granted: false, canRequest: true });
    page.sendText(JSON.stringify({ type: 'request-permission', id: 'pasteboard' }));
    await pass(100);
    expect(electron.privacy.shown).toEqual([
      'x-apple.systempreferences:com.apple.preference.security?Privacy_Pasteboard',
    ]);
    electron.privacy.pasteboard.access = 'allowed';
    await pass(2_100);
    expect(pasteboardPermission()).toMatchObject({ granted: true });
    await app.close();
  });

  test('ends a dictation when the Mac goes to sleep, and can dictate again afterwards', async () => {
    const started = await withKey(await startApp());
    pressHold();
    await speak(started, 500);
    expect(started.microphone.streams.size).toBe(1);
    electron.powerMonitor.emit('suspend');
    await speak(started, 100);
    expect(started.microphone.streams.size).toBe(0);
    releaseHold();
    await pass(1_000);
    electron.powerMonitor.emit('resume');
    await pass(40_000);
    pressHold();
    await speak(started, 500);
    expect(started.microphone.streams.size).toBe(1);
    await started.app.close();
  });

  test('ends a dictation when the microphone’s window crashes, and uses a new one for the next', async () => {
    const started = await withKey(await startApp());
    pressHold();
    await speak(started, 500);
    electron.browser.only('microphone').crash();
    releaseHold();
    await pass(1_000);
    const microphone = playMicrophone(electron.browser.only('microphone'));
    await pass(60_000);
    pressHold();
    await speak({ ...started, microphone }, 500);
    expect(microphone.streams.size).toBe(1);
    await started.app.close();
  });

  test.each<[string, (link: string, started: () => Promise<Started>) => Promise<Started>]>([
    [
      'that it was started by',
      async (link, started) => {
        electron.app.raise('open-url', link);
        return started();
      },
    ],
    [
      'that comes while it runs',
      async (link, started) => {
        const running = await started();
        electron.app.raise('open-url', link);
        return running;
      },
    ],
  ])('asks whether to link the account of a link %s', async (_, arrive) => {
    const token = 'a'.repeat(43);
    const { server, app } = await arrive(`saykey://setup?token=${token}`, startApp);
    await pass(500);
    expect(server.arrived).toContain('POST /auth/setup-token/exchange');
    await expect.poll(() => electron.browser.showing('settings')).toHaveLength(1);
    await app.close();
  });

  test('quits from its menu', async () => {
    const { onQuit, app } = await startApp();
    await pass(200);
    electron.menuBar.open();
    electron.menuBar.close('quit');
    await settlePromises();
    expect(onQuit).toHaveBeenCalledOnce();
    await app.close();
  });

  test('releases everything when closed', async () => {
    const { platform, app } = await startApp();
    platform.windows.open('settings');
    platform.windows.showHud();
    platform.menuBar.show('busy', []);
    platform.power.keepAwake(true);
    await app.close();
    await platform.close();
    expect(electron.powerSaveBlocker.started.size).toBe(0);
    expect(electron.globalShortcut.registered.size).toBe(0);
    expect(electron.menuBar.tray.isDestroyed()).toBe(true);
    expect(electron.browser.all.every((window) => window.isDestroyed())).toBe(true);
    expect(electron.isMacOpen).toBe(false);
    expect(clock.scheduledCount).toBe(0);
  });

  test('sets no short timers and does not read the keyboard while idle', async () => {
    const { app } = await startApp();
    await pass(300_000);
    electron.keyboard.readings = 0;
    const delays: number[] = [];
    const { schedule } = clock;
    clock.schedule = (delayMs, callback) => {
      delays.push(delayMs);
      return schedule.call(clock, delayMs, callback);
    };
    for (let minute = 0; minute < 30; minute += 1) {
      clock.advance(60_000);
      await settlePromises();
    }
    expect(delays.filter((delayMs) => delayMs < 60_000)).toEqual([]);
    expect(electron.keyboard.readings).toBe(0);
    expect(electron.browser.all).toHaveLength(1);
    await app.close();
  });
});

test('A keyboard layout change rebinds the chords, until the platform is closed', async () => {
  const platform = await openPlatform();
  await platform.hotkeys.bind('toggle', { modifiers: ['Command', 'Shift'], key: 'T' });
  const onKeyNamesChange = vi.fn();
  platform.hotkeys.onKeyNamesChange?.(onKeyNamesChange);
  electron.keyboard.americanKey = () => 'K';
  electron.privacy.notify('com.apple.Carbon.TISNotifySelectedKeyboardInputSourceChanged');
  expect([...electron.globalShortcut.registered.keys()]).toEqual(['Command+Shift+K']);
  expect(onKeyNamesChange).toHaveBeenCalledOnce();
  await platform.close();
  expect(electron.privacy.subscriptionCount).toBe(0);
});

test('The app that was last in front gets the focus back after a click on the HUD', async () => {
  const platform = await openPlatform();
  const { browser, programs, privacy, screen, app } = electron;
  platform.windows.showHud();
  browser.only('hud').connectPage();
  platform.windows.setHudClickable(true);
  const { x, y } = browser.only('hud').bounds!;
  screen.pointer = { x, y };
  for (const front of [200, undefined]) {
    programs.front = front;
    privacy.notify('NSWorkspaceDidActivateApplicationNotification');
  }
  app.emit('did-become-active');
  expect(programs.front).toBe(200);
  await platform.close();
});

test('An installed app is updated, but not one that runs from source', async () => {
  const updater = new FakeUpdater();
  updater.newest = '9.9.9';
  const platform = await openPlatform({ openUpdater: async () => updater.ports });
  expect(updater.checks).toBe(0);
  await platform.updates?.check();
  updater.acceptVersion();
  expect(platform.updates?.state).toEqual({ phase: 'ready', version: '9.9.9' });
  await platform.close();
  electron = new FakeElectron(clock);
  const other = await openPlatform();
  expect(other.updates).toBeUndefined();
  await other.close();
});

test('Missing pages cause an error, and nothing stays open', async () => {
  rmSync(join(folder, 'windows'), { recursive: true });
  await expect(openPlatform()).rejects.toThrow("The windows haven't been built");
  expect(electron.browser.all.every((window) => window.isDestroyed())).toBe(true);
  expect(electron.isMacOpen).toBe(false);
});

test('If the functions of macOS are unavailable, nothing stays open', async () => {
  const openMac = () => Promise.reject(new Error('This needs macOS.'));
  await expect(openPlatform({ openMac })).rejects.toThrow('This needs macOS.');
  expect(electron.browser.all.every((window) => window.isDestroyed())).toBe(true);
});

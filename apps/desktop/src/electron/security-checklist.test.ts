import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Electron from 'electron';
import { beforeAll, expect, test } from 'vitest';
import { FakeWallClock } from '../app/testing/fake-wall-clock.ts';
import { IPC_CHANNELS } from '../ipc/preload-api.ts';
import { openElectronPlatform } from './electron-platform.ts';
import { ElectronLinks } from './links.ts';
import type { FakeBrowserWindow } from './testing/fake-browser-windows.ts';
import { FakeElectron } from './testing/fake-electron.ts';
import type { FakeSession } from './testing/fake-session.ts';
import { guardApp } from './window-security.ts';

// The points of Electron's security tutorial (docs/tutorial/security.md), in its order and with its numbers.

const desktop = join(import.meta.dirname, '..', '..');
const NAMES = ['microphone', 'hud', 'settings', 'onboarding'] as const;

let windows: FakeBrowserWindow[];
let session: FakeSession;
let openPage: (url: string) => Promise<void>;
let opened: string[];

beforeAll(async () => {
  const clock = new FakeWallClock();
  const electron = new FakeElectron(clock);
  guardApp(electron.app.asApp);
  const links = new ElectronLinks(electron.app.asApp, electron.parts.shell);
  const platform = await openElectronPlatform(electron.parts, {
    clock,
    home: '/nowhere',
    windowsFolder: join(desktop, 'src', 'windows'),
    iconsFolder: '/app/icons',
    preload: '/app/build/electron/preload.cjs',
    links,
    openMac: () => electron.openMac(),
    openUpdater: undefined,
  });
  platform.windows.showHud();
  platform.windows.open('settings');
  platform.windows.open('onboarding');
  windows = NAMES.map((name) => electron.browser.only(name));
  for (const { webContents } of windows) electron.app.raise('web-contents-created', webContents);
  const [onlySession] = electron.sessions.values();
  session = onlySession!;
  openPage = (url) => links.openPage(url);
  opened = electron.privacy.shown;
  expect(electron.app.isSandboxed).toBe(true);
});

function preferences(): Electron.WebPreferences[] {
  return windows.map(({ options }) => options.webPreferences ?? {});
}

/** The shipped sources, without tests and fakes. */
function sources(pattern: string): { path: string; text: string }[] {
  return globSync(pattern, { cwd: desktop })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(desktop, path), 'utf8') }));
}

test('1. Only secure content is loaded: nothing comes from outside', async () => {
  for (const url of ['http://example.com/', 'https://example.com/', 'ws://example.com/', 'ftp://example.com/'])
    expect(await session.load(url)).toBeUndefined();
  for (const { webContents } of windows) expect(webContents.mainFrame.url).toMatch(/^app:\/\/windows\/[a-z-]+\/$/);
});

test('2. No page has Node integration', () => {
  for (const page of preferences())
    expect(page).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
});

test('3. Context isolation is on', () => {
  for (const page of preferences()) expect(page.contextIsolation).toBe(true);
});

test('4. Every page is sandboxed', () => {
  for (const page of preferences()) expect(page.sandbox).toBe(true);
});

test('5. Permissions are denied, except the microphone for its window, and copying for the settings', () => {
  const [microphone, ...others] = windows.map(({ webContents }) => webContents);
  expect(session.asks(microphone!, 'media', { mediaTypes: ['audio'] })).toBe(true);
  expect(session.asks(microphone!, 'media', { mediaTypes: ['video'] })).toBe(false);
  for (const contents of others) expect(session.asks(contents, 'media', { mediaTypes: ['audio'] })).toBe(false);
  const copying = windows.map(({ webContents }) => session.asks(webContents, 'clipboard-sanitized-write', {}));
  expect(copying).toEqual(NAMES.map((name) => name === 'settings'));
});

test('6. Web security is on', () => {
  for (const page of preferences()) expect(page.webSecurity).toBe(true);
});

test('7. Every response has a content security policy', async () => {
  const policy = (await session.load('app://windows/none'))?.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(policy).not.toMatch(/unsafe|\*/);
});

test('8. No insecure content is allowed', () => {
  for (const page of preferences()) expect(page.allowRunningInsecureContent).toBe(false);
});

test('9. Experimental features are off', () => {
  for (const page of preferences()) expect(page.experimentalFeatures).toBe(false);
});

test('10. No Blink feature is enabled by name', () => {
  for (const page of preferences()) expect(page).not.toHaveProperty('enableBlinkFeatures');
});

test('11. and 12. There is no webview, and none can be created', () => {
  for (const page of preferences()) expect(page.webviewTag).toBe(false);
  for (const { webContents } of windows) expect(webContents.navigates('will-attach-webview')).toBe(false);
  for (const { text } of sources('src/windows/**/*.{ts,tsx,html}')) expect(text).not.toMatch(/<webview|allowpopups/);
});

test('13. No page can navigate', () => {
  for (const { webContents } of windows)
    for (const kind of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const)
      expect(webContents.navigates(kind)).toBe(false);
});

test('14. No page can open a window', () => {
  for (const { webContents } of windows) expect(webContents.opensWindow('app://windows/settings/')).toBe(false);
});

test('15. Only web pages are opened externally, and fixed places in System Settings', async () => {
  for (const url of ['file:///etc/passwd', 'smb://example.com/', 'http://example.com/'])
    await expect(openPage(url)).rejects.toThrow();
  expect(opened).toEqual([]);
  const calls = sources('src/{electron,macos,app}/**/*.ts').flatMap(({ path, text }) =>
    [...text.matchAll(/openExternal\(([^)]*)\)/g)].map(([, argument]) => `${path}: ${argument}`),
  );
  expect(calls.toSorted()).toEqual([
    'src/electron/links.ts: url',
    'src/electron/mac-permissions.ts: ACCESSIBILITY_LIST',
    'src/electron/mac-permissions.ts: MICROPHONE_LIST',
    'src/electron/mac-permissions.ts: PASTEBOARD_LIST',
  ]);
});

test('16. Electron is pinned to the installed release line', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(desktop, 'package.json'), 'utf8'));
  expect(devDependencies.electron).toMatch(/^43\.\d+\.\d+$/);
});

test('17. The sender of every message is checked, and all messages arrive in one place', () => {
  const listeners = sources('src/electron/**/*.ts').filter(({ text }) => /\bipcMain\b|\.ipc\.(on|handle)/.test(text));
  expect(listeners.map(({ path }) => path)).toEqual(['src/electron/window-ipc.ts']);
  const [microphone] = windows;
  microphone!.connectPage();
  const message = JSON.stringify({ type: 'devices', devices: [] });
  for (const senderFrame of [
    null,
    { parent: {}, url: 'app://windows/microphone/' },
    { parent: null, url: 'about:blank' },
  ])
    expect(() => microphone!.webContents.receive(IPC_CHANNELS.text, [message], { senderFrame })).not.toThrow();
});

test('18. No page is loaded from file://', () => {
  for (const { path, text } of sources('src/{electron,macos,pages}/**/*.ts'))
    expect(text, path).not.toMatch(/file:\/\/|\bloadFile\(/);
});

test('19. Fuses disable everything that the app does not use', async () => {
  const { default: configure } = await import(pathToFileURL(join(desktop, 'electron-builder.ts')).href);
  expect(configure().electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

test('20. Pages get no part of Electron', () => {
  for (const { webContents } of windows) {
    const { appIpc, ...others } = webContents.loadPage();
    expect(others).toEqual({});
    expect(Object.keys(appIpc!).toSorted()).toEqual(['connect', 'sendFrame', 'sendText']);
  }
});

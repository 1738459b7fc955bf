import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WindowName } from '../ipc/protocol.ts';
import { FakeElectronApp } from './testing/fake-electron-app.ts';
import { FakeSession } from './testing/fake-session.ts';
import { FakeWebContents } from './testing/fake-web-contents.ts';
import { guardApp, guardWindowSession } from './window-security.ts';

let app: FakeElectronApp;

beforeEach(() => {
  app = new FakeElectronApp();
  guardApp(app.asApp);
});

test('Every page is sandboxed, whatever opens it', () => {
  expect(app.isSandboxed).toBe(true);
});

describe('A page', () => {
  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'] as const)(
    'can’t navigate: %s is prevented',
    (kind) => {
      const contents = new FakeWebContents();
      expect(contents.navigates(kind)).toBe(true);
      app.raise('web-contents-created', contents);
      expect(contents.navigates(kind)).toBe(false);
    },
  );

  test.each(['https://example.com/', 'app://windows/settings/', 'about:blank', 'file:///etc/passwd'])(
    'can’t open windows: %s is denied',
    (url) => {
      const contents = new FakeWebContents();
      expect(contents.opensWindow(url)).toBe(true);
      app.raise('web-contents-created', contents);
      expect(contents.opensWindow(url)).toBe(false);
    },
  );
});

test('No invalid certificate is accepted, and no client certificate or password is sent', () => {
  const callback = vi.fn();
  expect(app.raise('certificate-error', {}, 'https://example.com', 'error', {}, callback).defaultPrevented).toBe(true);
  expect(callback).toHaveBeenLastCalledWith(false);
  expect(app.raise('select-client-certificate', {}, 'https://example.com', [{}], callback).defaultPrevented).toBe(true);
  expect(callback).toHaveBeenLastCalledWith();
  expect(app.raise('login', {}, {}, {}, callback).defaultPrevented).toBe(true);
  expect(callback).toHaveBeenLastCalledWith();
});

test('Any other session denies everything', () => {
  const session = new FakeSession();
  app.emit('session-created', session);
  const contents = new FakeWebContents();
  expect(session.asks(contents, 'media', { mediaTypes: ['audio'] })).toBe(false);
  expect(session.asks(contents, 'notifications', {})).toBe(false);
  expect(session.checks(contents, 'clipboard-read', {})).toBe(false);
  expect(session.usesDevice('usb')).toBe(false);
});

describe('The windows’ session', () => {
  let session: FakeSession;
  let microphone: FakeWebContents;
  let settings: FakeWebContents;

  beforeEach(() => {
    session = new FakeSession();
    app.emit('session-created', session);
    microphone = new FakeWebContents();
    microphone.mainFrame.url = 'app://windows/microphone/';
    settings = new FakeWebContents();
    settings.mainFrame.url = 'app://windows/settings/';
    const names = new Map<unknown, WindowName>([
      [microphone, 'microphone'],
      [settings, 'settings'],
    ]);
    guardWindowSession(session.asSession, (contents) => names.get(contents));
  });

  test('gives the microphone’s window the microphone, and the names of devices', () => {
    expect(session.asks(microphone, 'media', { mediaTypes: ['audio'] })).toBe(true);
    for (const mediaType of ['audio', 'unknown', undefined])
      expect(session.checks(microphone, 'media', { mediaType })).toBe(true);
  });

  test.each<[string, object]>([
    ['the camera', { mediaTypes: ['video'] }],
    ['camera and microphone', { mediaTypes: ['audio', 'video'] }],
    ['the screen', { mediaTypes: [] }],
    ['something without a kind', {}],
    ['the microphone for a frame within', { mediaTypes: ['audio'], isMainFrame: false }],
    ['the microphone for a page from elsewhere', { mediaTypes: ['audio'], requestingUrl: 'https://example.com/' }],
  ])('denies it %s', (_, details) => {
    expect(session.asks(microphone, 'media', details)).toBe(false);
  });

  test('denies it access to cameras', () => {
    expect(session.checks(microphone, 'media', { mediaType: 'video' })).toBe(false);
    expect(session.checks(microphone, 'media', { mediaType: 'audio', isMainFrame: false })).toBe(false);
    expect(session.checks(null, 'media', { mediaType: 'audio' })).toBe(false);
  });

  test('lets only the settings write text to the clipboard', () => {
    expect(session.asks(settings, 'clipboard-sanitized-write', {})).toBe(true);
    expect(session.checks(settings, 'clipboard-sanitized-write', {})).toBe(true);
    expect(session.asks(settings, 'clipboard-sanitized-write', { isMainFrame: false })).toBe(false);
    expect(session.asks(settings, 'clipboard-sanitized-write', { requestingUrl: 'about:blank' })).toBe(false);
    expect(session.asks(microphone, 'clipboard-sanitized-write', {})).toBe(false);
    expect(session.checks(microphone, 'clipboard-sanitized-write', {})).toBe(false);
    expect(session.checks(new FakeWebContents(), 'clipboard-sanitized-write', {})).toBe(false);
  });

  test('lets the settings download files they created, and nothing else', () => {
    expect(session.downloads(settings, 'blob:app://windows/7f3e')).toBe(true);
    expect(session.downloads(microphone, 'blob:app://windows/7f3e')).toBe(false);
    for (const url of [
      'blob:https://example.com/7f3e',
      'https://example.com/a.zip',
      'app://windows/settings/',
      'data:,a',
    ])
      expect(session.downloads(settings, url)).toBe(false);
  });

  test('denies the microphone to other windows', () => {
    expect(session.asks(settings, 'media', { mediaTypes: ['audio'] })).toBe(false);
    expect(session.checks(settings, 'media', { mediaType: 'audio' })).toBe(false);
    // Whatever address it claims.
    const requestingUrl = 'app://windows/microphone/';
    expect(session.asks(settings, 'media', { mediaTypes: ['audio'], requestingUrl })).toBe(false);
  });

  test.each([
    'clipboard-read',
    'display-capture',
    'fullscreen',
    'geolocation',
    'notifications',
    'openExternal',
    'pointerLock',
    'midiSysex',
    'fileSystem',
    'unknown',
    'anything new',
  ])('denies everyone %s', (permission) => {
    for (const contents of [microphone, settings]) {
      expect(session.asks(contents, permission, { mediaTypes: ['audio'] })).toBe(false);
      expect(session.checks(contents, permission, { mediaType: 'audio' })).toBe(false);
    }
    expect(session.usesDevice('hid')).toBe(false);
  });

  test.each([
    'https://example.com/',
    'http://localhost/',
    'ws://127.0.0.1:1/',
    'file:///etc/passwd',
    'app://other/hud/',
  ])('loads nothing from elsewhere: %s', async (url) => {
    session.protocol.handle(new URL(url).protocol.slice(0, -1), () => new Response('content'));
    expect(await session.load(url)).toBeUndefined();
  });

  test('loads the app’s own files, and does not check spelling', async () => {
    session.protocol.handle('app', () => new Response('content'));
    session.protocol.handle('blob', () => new Response('made here'));
    expect(await (await session.load('blob:app://windows/7f3e'))?.text()).toBe('made here');
    expect(await session.load('blob:https://example.com/7f3e')).toBeUndefined();
    expect(await (await session.load('app://windows/hud/'))?.text()).toBe('content');
    expect(session.isSpellChecking).toBe(false);
  });
});

import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import type * as Electron from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HudView } from '../ipc/hud-messages.ts';
import { HUD_SIZE } from '../pages/window-sizes.ts';
import { ElectronWindows } from './electron-windows.ts';
import { FakeBrowserWindows } from './testing/fake-browser-windows.ts';
import { FakeElectronApp } from './testing/fake-electron-app.ts';
import { FakeScreen } from './testing/fake-screen.ts';
import { FakeSession } from './testing/fake-session.ts';

const VIEW: HudView = {
  state: 'notice',
  mode: null,
  title: 'Copied',
  detail: null,
  trouble: false,
  level: -100,
  seconds: 0,
  text: '',
  host: null,
  actions: [],
  cancelChord: null,
};

let clock: FakeClock;
let app: FakeElectronApp;
let screen: FakeScreen;
let browser: FakeBrowserWindows;
let windows: ElectronWindows;
const giveFocusBack = vi.fn();
const session = new FakeSession().asSession;

beforeEach(() => {
  clock = new FakeClock();
  giveFocusBack.mockReset();
  app = new FakeElectronApp();
  app.dock.now = () => clock.now();
  screen = new FakeScreen();
  browser = new FakeBrowserWindows();
  windows = new ElectronWindows({
    BrowserWindow: browser.BrowserWindow,
    app: app.asApp,
    screen: screen.asScreen,
    clock,
    page: { session, preload: '/app/preload.cjs' },
    giveFocusBack,
  });
});

afterEach(() => {
  windows.closeAll();
  expect(clock.scheduledCount).toBe(0);
  expect([...screen.eventNames(), ...app.eventNames()]).toEqual([]);
});

/** Expects the HUD to be centered in a screen's work area, and closer to its bottom than the HUD is high. */
function expectAtBottom(bounds: Electron.Rectangle | undefined, area: Electron.Rectangle): void {
  const { x, y, width, height } = bounds!;
  expect({ width, height }).toEqual(HUD_SIZE);
  expect(x + width / 2).toBe(area.x + area.width / 2);
  const below = area.y + area.height - (y + height);
  expect(below).toBeGreaterThanOrEqual(0);
  expect(below).toBeLessThan(height);
}

function listenTo(name: 'hud' | 'microphone' | 'settings' | 'onboarding') {
  const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onFrame: vi.fn(), onClose: vi.fn() };
  windows.listen(name, listener);
  return listener;
}

/** Opens the settings, as the user does, with their page connected. */
function openSettings() {
  windows.open('settings');
  const window = browser.only('settings');
  window.emit('ready-to-show');
  window.connectPage();
  return window;
}

function showHud() {
  windows.showHud();
  const window = browser.only('hud');
  window.connectPage();
  return window;
}

describe('Windows', () => {
  test('are created on demand, except for the hidden one for the microphone', () => {
    expect(browser.all).toEqual([browser.only('microphone')]);
    expect(browser.only('microphone').isShown).toBe(false);
    expect(browser.only('microphone').options.webPreferences).toMatchObject({
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    });
  });

  test('exchange messages and frames', () => {
    const listener = listenTo('microphone');
    const window = browser.only('microphone');
    const page = window.connectPage();
    expect(listener.onOpen).toHaveBeenCalledOnce();
    windows.send('microphone', { type: 'list-devices' });
    expect(window.received).toEqual([{ type: 'list-devices' }]);
    page.sendText(JSON.stringify({ type: 'devices', devices: [] }));
    expect(listener.onMessage).toHaveBeenCalledExactlyOnceWith({ type: 'devices', devices: [] });
    page.sendFrame(Uint8Array.of(1, 2, 3, 4));
    expect(listener.onFrame).toHaveBeenCalledExactlyOnceWith(Uint8Array.of(1, 2, 3, 4));
  });

  test('notify a late listener that they are open', async () => {
    browser.only('microphone').connectPage();
    const listener = listenTo('microphone');
    expect(listener.onOpen).not.toHaveBeenCalled();
    await settlePromises();
    expect(listener.onOpen).toHaveBeenCalledOnce();
  });

  test('drop messages to one that does not exist', () => {
    windows.send('settings', {} as never);
    windows.send('hud', { type: 'view', view: null });
    expect(browser.all).toHaveLength(1);
  });

  test('that misbehave are destroyed', () => {
    const listener = listenTo('microphone');
    const former = browser.only('microphone');
    const page = former.connectPage();
    for (let count = 0; count < 20; count += 1) page.sendText('{}');
    expect(former.isDestroyed()).toBe(true);
    expect(listener.onClose).toHaveBeenCalledOnce();
    expect(browser.only('microphone')).not.toBe(former);
  });

  test('are found by their web contents', () => {
    openSettings();
    expect(windows.windowOf(browser.only('microphone').webContents.asContents)).toBe('microphone');
    const settings = browser.only('settings');
    const { asContents } = settings.webContents;
    expect(windows.windowOf(asContents)).toBe('settings');
    settings.close();
    expect(windows.windowOf(asContents)).toBeUndefined();
  });
});

describe('A regular window', () => {
  test('is shown with the focus once it is ready, and gone when it is closed', () => {
    const listener = listenTo('settings');
    windows.open('settings');
    const window = browser.only('settings');
    expect(window.isShown).toBe(false);
    window.emit('ready-to-show');
    expect(window).toMatchObject({ isShown: true, hasFocus: true });
    expect(app.focused).toEqual([{ steal: true }]);
    window.connectPage();
    expect(listener.onOpen).toHaveBeenCalledOnce();

    window.close();
    expect(listener.onClose).toHaveBeenCalledOnce();
    expect(browser.showing('settings')).toEqual([]);
    openSettings();
    expect(listener.onOpen).toHaveBeenCalledTimes(2);
  });

  test('is restored and focused if it is already open', () => {
    const window = openSettings();
    window.isSmall = true;
    window.hasFocus = false;
    windows.open('settings');
    expect(browser.only('settings')).toBe(window);
    expect(window).toMatchObject({ isSmall: false, hasFocus: true });
  });

  test('can also be closed by the app, more than once without effect', () => {
    openSettings();
    windows.close('settings');
    windows.close('settings');
    windows.close('onboarding');
    expect(browser.showing('settings')).toEqual([]);
  });

  test('that was closed before it was ready is not shown', () => {
    windows.open('settings');
    const window = browser.only('settings');
    window.close();
    window.emit('ready-to-show');
    expect(window.isShown).toBe(false);
  });

  test('that crashes is closed, and can be reopened by the user', () => {
    const listener = listenTo('settings');
    openSettings().crash();
    expect(listener.onClose).toHaveBeenCalledOnce();
    clock.advance(120_000);
    expect(browser.showing('settings')).toEqual([]);
    openSettings();
    expect(listener.onOpen).toHaveBeenCalledTimes(2);
  });
});

describe('The Dock icon', () => {
  test('is shown only while a regular window is open', () => {
    expect(app.dock.isShown).toBe(false);
    showHud();
    expect(app.dock.isShown).toBe(false);
    openSettings();
    expect(app.dock.isShown).toBe(true);
    windows.open('onboarding');
    clock.advance(5_000);
    windows.close('settings');
    clock.advance(5_000);
    expect(app.dock.isShown).toBe(true);
    windows.close('onboarding');
    clock.advance(0);
    expect(app.dock.isShown).toBe(false);
  });

  test('disappears even if the window is closed immediately', () => {
    openSettings().close();
    clock.advance(1_100);
    expect(app.dock.isShown).toBe(false);
  });

  test('stays if the window is reopened immediately', () => {
    openSettings().close();
    clock.advance(500);
    openSettings();
    clock.advance(10_000);
    expect(app.dock.isShown).toBe(true);
  });
});

describe('The HUD', () => {
  test('is a panel that never takes the focus, above all spaces and full-screen apps', () => {
    const hud = showHud();
    expect(hud.options).toMatchObject({
      type: 'panel',
      focusable: false,
      frame: false,
      transparent: true,
      show: false,
    });
    expect(hud.allWorkspaces).toEqual({ visibleOnFullScreen: true, skipTransformProcessType: true });
    expect(hud.level).toBe('screen-saver');
    expect(hud).toMatchObject({ isShown: true, hasFocus: false, hasActivated: false });
    expect(app.focused).toEqual([]);
  });

  test('is shown once its page has the content, and can be hidden and shown again', () => {
    const listener = listenTo('hud');
    listener.onOpen.mockImplementation(() => windows.send('hud', { type: 'view', view: VIEW }));
    windows.showHud();
    const hud = browser.only('hud');
    expect(hud.isShown).toBe(false);
    hud.connectPage();
    expect(hud.received).toEqual([{ type: 'view', view: VIEW }]);
    expect(hud.isShown).toBe(true);
    windows.hideHud();
    expect(hud.isShown).toBe(false);
    windows.showHud();
    expect(browser.only('hud')).toBe(hud);
    expect(hud.isShown).toBe(true);
  });

  test('that is hidden while its page loads stays hidden', () => {
    windows.showHud();
    windows.hideHud();
    const hud = browser.only('hud');
    hud.connectPage();
    expect(hud.isShown).toBe(false);
  });

  test('is at the bottom of the screen with the pointer, and follows changes of the screens', () => {
    const hud = showHud();
    const [first] = screen.workAreas as [Electron.Rectangle];
    expectAtBottom(hud.bounds, first);
    windows.hideHud();
    const second = { x: first.x + first.width, y: 0, width: 1920, height: 1080 };
    screen.workAreas = [first, second];
    screen.pointer = { x: second.x + 500, y: 500 };
    windows.showHud();
    expectAtBottom(hud.bounds, second);
    screen.workAreas = [first];
    screen.emit('display-removed', {}, {});
    expectAtBottom(hud.bounds, first);
    screen.workAreas = [{ x: 0, y: 0, width: HUD_SIZE.width, height: HUD_SIZE.height - 1 }];
    screen.emit('display-metrics-changed', {}, {}, ['workArea']);
    expect(hud.bounds).toMatchObject({ x: 0, y: 0 });
    const other = { x: 0, y: 0, width: 1_000, height: 600 };
    screen.workAreas = [other];
    screen.emit('display-added', {}, {});
    expectAtBottom(hud.bounds, other);
  });

  test('lets clicks through unless it has buttons', () => {
    const hud = showHud();
    expect(hud.ignoresMouse).toBe(true);
    windows.setHudClickable(true);
    expect(hud.ignoresMouse).toBe(false);
    windows.setHudClickable(false);
    expect(hud.ignoresMouse).toBe(true);
  });

  test('accepts clicks if made clickable before it exists, and still does after a crash', () => {
    windows.setHudClickable(true);
    const hud = showHud();
    expect(hud.ignoresMouse).toBe(false);
    hud.crash();
    expect(browser.only('hud').ignoresMouse).toBe(false);
  });

  test('that crashes while shown is replaced immediately', () => {
    const listener = listenTo('hud');
    const former = showHud();
    former.crash();
    expect(listener.onClose).toHaveBeenCalledOnce();
    const hud = browser.only('hud');
    expect(hud).not.toBe(former);
    hud.connectPage();
    expect(hud.isShown).toBe(true);
  });

  test('that crashes while hidden is recreated when it is next shown', () => {
    const former = showHud();
    windows.hideHud();
    former.crash();
    expect(browser.showing('hud')).toEqual([]);
    expect(showHud().isShown).toBe(true);
  });

  test('that keeps crashing is not recreated once it is hidden', () => {
    showHud().crash();
    browser.only('hud').crash();
    windows.hideHud();
    clock.advance(120_000);
    expect(browser.showing('hud')).toEqual([]);
  });
});

describe('The microphone’s window', () => {
  test('that keeps crashing is reopened immediately, then later, and eventually once a minute', () => {
    const listener = listenTo('microphone');
    const waits: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      browser.only('microphone').crash();
      const brokenAt = clock.now();
      while (browser.showing('microphone').length === 0) clock.advance(500);
      waits.push(clock.now() - brokenAt);
    }
    expect(waits).toEqual([0, 1_000, 5_000, 60_000, 60_000, 60_000]);
    expect(listener.onClose).toHaveBeenCalledTimes(6);
  });

  test('that was healthy for a while is reopened immediately', () => {
    for (let count = 0; count < 5; count += 1) {
      clock.advance(60_000);
      browser.only('microphone').crash();
      expect(browser.showing('microphone')).toHaveLength(1);
    }
  });

  test('is reopened if its page could not be loaded', async () => {
    const listener = listenTo('microphone');
    browser.loadFailure = new Error('ERR_FAILED');
    browser.only('microphone').crash();
    await settlePromises();
    expect(browser.showing('microphone')).toEqual([]);
    expect(listener.onClose).toHaveBeenCalledTimes(2);
    browser.loadFailure = undefined;
    clock.advance(1_000);
    await settlePromises();
    expect(browser.showing('microphone')).toHaveLength(1);
  });
});

test('After closing, all windows are gone and none comes back', () => {
  const listener = listenTo('microphone');
  openSettings();
  const hud = showHud();
  browser.only('microphone').crash();
  browser.only('microphone').crash();
  windows.closeAll();
  windows.open('settings');
  windows.showHud();
  windows.hideHud();
  clock.advance(120_000);
  expect(browser.all.every((window) => window.isDestroyed())).toBe(true);
  expect(hud.isDestroyed()).toBe(true);
  expect(listener.onClose).toHaveBeenCalledTimes(2);
});

describe('The focused field in our windows', () => {
  test('is reported by the page of the focused window', async () => {
    const window = openSettings();
    window.webContents.scriptResult = 'text';
    expect(await windows.focusedField()).toBe('text');
    window.hasFocus = false;
    expect(await windows.focusedField()).toBe('none');
  });

  test.each(['password', 7, undefined])('is “none” if the page reports anything else: %s', async (answer) => {
    openSettings().webContents.scriptResult = answer;
    expect(await windows.focusedField()).toBe('none');
  });
});

describe('A click on the HUD that makes the app active', () => {
  function clickHud(isClickable = true) {
    const hud = showHud();
    windows.setHudClickable(isClickable);
    screen.pointer = { x: hud.bounds!.x + 10, y: hud.bounds!.y + 10 };
    app.emit('did-become-active');
  }

  test('returns the focus to the previous app', () => {
    clickHud();
    expect(giveFocusBack).toHaveBeenCalledOnce();
  });

  test('is ruled out if nothing is clickable, the HUD is hidden or the pointer is elsewhere', () => {
    clickHud(false);
    windows.setHudClickable(true);
    windows.hideHud();
    app.emit('did-become-active');
    windows.showHud();
    screen.pointer = { x: 0, y: 0 };
    app.emit('did-become-active');
    expect(giveFocusBack).not.toHaveBeenCalled();
  });

  test('leaves the focus with settings that are being opened, until another app has been active', () => {
    openSettings();
    clickHud();
    expect(giveFocusBack).not.toHaveBeenCalled();
    app.emit('did-resign-active');
    app.emit('did-become-active');
    expect(giveFocusBack).toHaveBeenCalledOnce();
  });
});

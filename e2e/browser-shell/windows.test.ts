// Only windows that the user opens take the focus.
import { setTimeout } from 'node:timers/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { describe, expect, test, vi } from 'vitest';
import { LISTENING } from '../windows/listening-view.ts';
import { openShellSession } from './shell-session.ts';

/** The fixture's card within the HUD, on a display of 1280 x 800. */
const CARD = { center: ['640', '682'], shape: '300x100+490+632' } as const;
const INPUT_OUTPUT = 1;
const ABOVE = 0;
/** A second window would be open by then. */
const WINDOW_MS = 1_000;

const { x, shell } = await openShellSession();
const terminal = await x.xdotool('getwindowfocus');
/** The window with the HUD's page. */
const page = await x.xdotool('search', '--name', '^hud - ');
const [, hud = ''] = /Parent window id: (0x[0-9a-f]+)/.exec(await x.run('xwininfo', '-id', page, '-tree')) ?? [];

const focused = () => x.xdotool('getwindowfocus');
const isHudShown = async () => (await x.run('xwininfo', '-id', hud)).includes('IsViewable');

/** Its visible size and position on the screen. */
async function hudShape(): Promise<string | undefined> {
  const description = await x.run('xwininfo', '-id', hud, '-stats', '-shape');
  const [, left, top] = /upper-left X: +(-?\d+)\n.*upper-left Y: +(-?\d+)/.exec(description) ?? [];
  const [, size, x1, y1] = /shape extents: +(\d+x\d+)\+(\d+)\+(\d+)/.exec(description) ?? [];
  return size && `${size}+${Number(left) + Number(x1)}+${Number(top) + Number(y1)}`;
}

/** Clicks until the HUD reports a click: it may still be drawing. */
async function clickHud(): Promise<void> {
  const onMessage = vi.fn();
  shell.windows.listen('hud', { onMessage });
  await x.waitUntil(async () => {
    await x.xdotool('mousemove', ...CARD.center, 'click', '1');
    return onMessage.mock.calls.length > 0;
  });
}

function showHud(text: string): void {
  shell.windows.send('hud', { type: 'view', view: { ...LISTENING, text } });
  shell.windows.showHud();
}

describe('The HUD', () => {
  test('is shown at the bottom of the screen, and takes clicks but not the focus', async () => {
    expect(await focused()).toBe(terminal);
    expect(await isHudShown()).toBe(false);
    showHud('Listening');
    await x.waitUntil(isHudShown);
    await clickHud();
    expect(await focused()).toBe(terminal);
  });

  test('has the shape of its card', async () => {
    await x.waitUntil(async () => (await hudShape()) === CARD.shape);
    shell.windows.send('hud', { type: 'view', view: null });
    await x.waitUntil(async () => (await hudShape())?.startsWith('0x0'));
    showHud('Listening');
    await x.waitUntil(async () => (await hudShape()) === CARD.shape);
  });

  test('keeps its position when its page’s window is moved', async () => {
    const place = () => x.run('xwininfo', '-id', page);
    const before = await place();
    const display = await x.openDisplay();
    await display.request<void>((done) => display.client.ConfigureWindow(Number(page), { x: 3_000, y: 3_000 }, done));
    expect(await place()).toBe(before);
    await clickHud();
  });

  test('opens no browser menu', async () => {
    await x.xdotool('mousemove', ...CARD.center, 'click', '3');
    await clickHud();
    expect(await focused()).toBe(terminal);
  });

  test('stays above a window that is opened later', async () => {
    x.startProgram('xterm', '-geometry', '220x70+0+0', '-title', 'large');
    await x.focusWindow({ name: 'large' });
    await clickHud();
    await x.xdotool('windowactivate', '--sync', terminal);
    // The window manager reports it as active before it has the focus.
    await x.waitUntil(async () => (await focused()) === terminal);
  });

  test('stays above a window that is raised repeatedly', async () => {
    const { client, root } = await x.openDisplay();
    const window = client.AllocID();
    // It handles its own clicks: otherwise Openbox treats them as clicks on the desktop, and moves the focus.
    const eventMask = client.eventMask.ButtonPress;
    client.CreateWindow(window, root, 0, 0, 1_280, 800, 0, 0, INPUT_OUTPUT, 0, { overrideRedirect: true, eventMask });
    client.MapWindow(window);
    for (let raises = 0; raises < 8; raises += 1) {
      client.ConfigureWindow(window, { stackMode: ABOVE });
      await clickHud();
    }
    client.DestroyWindow(window);
    expect(await focused()).toBe(terminal);
  });

  test('is hidden and shown again', async () => {
    shell.windows.hideHud();
    await x.waitUntil(async () => !(await isHudShown()));
    shell.windows.showHud();
    await clickHud();
    shell.windows.hideHud();
    await x.waitUntil(async () => !(await isHudShown()));
    expect(await focused()).toBe(terminal);
  });
});

test('The microphone’s page is in an invisible window, unknown to the window manager and not drawn by Chromium', async () => {
  const window = await x.xdotool('search', '--name', '^microphone - ');
  expect(await x.run('xwininfo', '-id', window)).toContain('IsUnMapped');
  const properties = await x.run('xprop', '-id', window, 'WM_STATE', '_NET_WM_STATE');
  expect(properties).toBe('WM_STATE:  not found.\n_NET_WM_STATE(ATOM) = _NET_WM_STATE_HIDDEN');
});

describe('The settings window', () => {
  test('opens with the focus, is raised when opened again, and can be closed by the user', async () => {
    const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onClose: vi.fn() };
    shell.windows.listen('settings', listener);
    shell.windows.open('settings');
    shell.windows.open('settings');
    await x.waitUntil(() => listener.onOpen.mock.calls.length === 1);
    const window = await x.findWindow({ name: '^settings$' });
    await x.waitUntil(async () => (await focused()) === window);
    const { WIDTH, HEIGHT } = Object.fromEntries(
      (await x.xdotool('getwindowgeometry', '--shell', window)).split('\n').map((line) => line.split('=')),
    );
    expect([WIDTH, HEIGHT]).toEqual(['980', '720']);

    await x.xdotool('windowactivate', '--sync', terminal);
    shell.windows.open('settings');
    await x.waitUntil(async () => (await focused()) === window);
    // The window manager closes the window it considers active.
    await x.waitUntilActive(window);

    await x.xdotool('key', 'alt+F4');
    await x.waitUntil(() => listener.onClose.mock.calls.length === 1);
    shell.windows.open('settings');
    await x.waitUntil(() => listener.onOpen.mock.calls.length === 2);
    shell.windows.close('settings');
    await x.waitUntil(() => listener.onClose.mock.calls.length === 2);
  });

  test('opens only once, however often it is requested while opening', async () => {
    const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onClose: vi.fn() };
    shell.windows.listen('settings', listener);
    const asking = setInterval(() => shell.windows.open('settings'));
    await x.waitUntil(() => listener.onOpen.mock.calls.length > 0);
    clearInterval(asking);
    await setTimeout(WINDOW_MS);
    expect((await x.xdotool('search', '--onlyvisible', '--class', PRODUCT_NAME)).split('\n')).toHaveLength(1);
    shell.windows.close('settings');
    await x.waitUntil(() => listener.onClose.mock.calls.length === 1);
  });
});

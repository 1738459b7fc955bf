import type { Display } from '@workspace/desktop/x11/display';
import { focusedWindow, targetKindOf } from '@workspace/desktop/x11/focus';
import { beforeAll, describe, expect, test } from 'vitest';
import { XSession } from './x-session.ts';

/** Predefined atoms: text in Latin-1, and the number of a window. */
const STRING = 31;
const WINDOW = 33;
const INPUT_OUTPUT = 1;

describe('the focused window', () => {
  let session: XSession;
  let display: Display;

  beforeAll(async () => {
    session = await XSession.start();
    display = await session.openDisplay();
  });

  test('is undefined if no window has the focus', async () => {
    expect(await focusedWindow(display)).toBeUndefined();
  });

  test('is reported with its program until it closes', async () => {
    const xterm = session.startProgram('xterm');
    const id = await session.focusWindow({ class: 'xterm' });
    expect(await focusedWindow(display)).toEqual({ id, className: 'XTerm', instanceName: 'xterm', pid: xterm.pid });
    expect(await targetKindOf((await focusedWindow(display))!)).toBe('terminal');
    xterm.signal('SIGTERM');
    await xterm.ended;
    await session.waitUntil(async () => (await focusedWindow(display)) === undefined);
  });

  test('is recognized as a terminal by the device its process has open, whatever its name', async () => {
    const xterm = session.startProgram('xterm', '-class', 'Unheard', '-name', 'unheard');
    await session.focusWindow({ class: 'Unheard' });
    const window = await focusedWindow(display);
    expect(window).toMatchObject({ className: 'Unheard', instanceName: 'unheard' });
    expect(await targetKindOf(window!)).toBe('terminal');
    xterm.signal('SIGTERM');
    await xterm.ended;
  });

  test('is another program’s as soon as the focus moves', async () => {
    const [editor, mail] = [await openWindow(display, 'Code'), await openWindow(display, 'Mail')];
    for (const [id, className, kind] of [
      [editor, 'Code', 'unknown'],
      [mail, 'Mail', 'multi-line'],
    ] as const) {
      await session.xdotool('windowactivate', '--sync', String(id));
      const window = await session.waitUntil(async () => {
        const focused = await focusedWindow(display);
        return focused?.id === id && focused;
      });
      expect(window).toMatchObject({ className, pid: process.pid });
      expect(await targetKindOf(window)).toBe(kind);
    }
  });
});

describe('without a window manager', () => {
  test('the focused window is the top-level window of the one the server reports', async () => {
    const session = await XSession.start({ hasWindowManager: false });
    const display = await session.openDisplay();
    const id = await openWindow(display, 'Mail');
    const part = await openWindow(display, undefined, id);
    expect(await focusedWindow(display)).toBeUndefined();
    await session.xdotool('windowfocus', String(part));
    await session.waitUntil(async () => (await focusedWindow(display))?.id === id);
    expect(await focusedWindow(display)).toMatchObject({ className: 'Mail', pid: process.pid });
    // A stale property, left behind by a window manager that has ended.
    const gone = Buffer.alloc(4);
    gone.writeUInt32LE(0x7f_ffff);
    const name = await display.atom('_NET_ACTIVE_WINDOW');
    await display.setProperty(display.root, name, { type: WINDOW, format: 32, data: gone });
    expect(await focusedWindow(display)).toMatchObject({ id });
  });
});

async function openWindow(display: Display, className?: string, parent = display.root): Promise<number> {
  const { client } = display;
  const id = client.AllocID();
  client.CreateWindow(id, parent, 0, 0, 200, 100, 0, 0, INPUT_OUTPUT, 0, {});
  if (className !== undefined) {
    const data = Buffer.from(`instance\0${className}\0`, 'latin1');
    await display.setProperty(id, await display.atom('WM_CLASS'), { type: STRING, format: 8, data });
  }
  await display.request<void>((done) => client.MapWindow(id, done));
  return id;
}

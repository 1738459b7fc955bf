import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Display, DisplayError } from '@workspace/desktop/x11/display';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { XSession } from './x-session.ts';

let session: XSession;
let display: Display;

beforeAll(async () => {
  session = await XSession.start();
  display = await session.openDisplay();
});

describe('an X display', () => {
  test('keeps properties of any length', async () => {
    const window = await display.createHiddenWindow();
    const property = await display.atom('A_PROPERTY');
    const type = await display.atom('UTF8_STRING');
    expect(await display.getProperty(window, property)).toBeUndefined();
    const data = Buffer.alloc(700_001, 'abcdefg');
    await display.setProperty(window, property, { type, format: 8, data });
    expect(await display.getProperty(window, property, { deleteAfter: true })).toEqual({ type, format: 8, data });
    expect(await display.getProperty(window, property)).toBeUndefined();
  });

  test('returns the server time, which never decreases', async () => {
    const times = await Promise.all([display.serverTime(), display.serverTime(), display.serverTime()]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(0);
  });

  test('rejects a request that the server refuses, and keeps working', async () => {
    const refused = display.getProperty(0x7f_ffff, await display.atom('WM_CLASS'));
    await expect(refused).rejects.toMatchObject({ name: 'RequestError', code: 3 });
    expect(await display.serverTime()).toBeGreaterThan(0);
  });

  test('ignores the refusal of a request that nobody awaits, and keeps working', async () => {
    const lost: DisplayError[] = [];
    display.onLost((error) => lost.push(error));
    display.client.DestroyWindow(0x7f_ffff);
    expect(await display.serverTime()).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  });
});

describe('a display that disconnects', () => {
  test('is reported once as lost, and later requests fail', async () => {
    const session = await XSession.start({ hasWindowManager: false });
    const display = await Display.open(session.display);
    const lost: DisplayError[] = [];
    display.onLost((error) => lost.push(error));
    await session.endServer();
    await session.waitUntil(() => lost.length > 0);
    await expect(display.serverTime()).rejects.toMatchObject({ name: 'DisplayError', failure: 'lost' });
    await display.close();
    expect(lost.map(({ failure }) => failure)).toEqual(['lost']);
  });

  test('fails pending requests', async () => {
    const broken = await Display.open(session.display);
    const waiting = broken.serverTime();
    broken.client.stream.destroy(new Error('Broken.'));
    await expect(waiting).rejects.toMatchObject({ name: 'DisplayError', failure: 'lost' });
  });

  test('is not reported as lost if the app closed it', async () => {
    const closed = await Display.open(session.display);
    let isLost = false;
    closed.onLost(() => {
      isLost = true;
    });
    await closed.close();
    expect(isLost).toBe(false);
    await expect(closed.serverTime()).rejects.toMatchObject({ failure: 'lost' });
  });
});

describe('a missing display', () => {
  test.each([
    [undefined, 'none'],
    ['', 'none'],
    ['nonsense', 'unreachable'],
    [':4711', 'unreachable'],
  ])('named %j fails with an error of its own kind: %s', async (name, failure) => {
    const error = await Display.open(name).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DisplayError);
    expect(error).toMatchObject({ failure });
  });
});

test('a display that requires a cookie refuses clients without it', async () => {
  const folder = scratchFolder();
  const cookies = join(folder, 'cookies');
  // An entry for any display of any machine: family; then address, display, name and cookie, each after its length.
  const entry = ['', '', 'MIT-MAGIC-COOKIE-1', 'sixteen bytes ok'].map((part) =>
    Buffer.concat([Buffer.from([0, part.length]), Buffer.from(part, 'latin1')]),
  );
  writeFileSync(cookies, Buffer.concat([Buffer.from([0xff, 0xff]), ...entry]));
  const { display: name } = await XSession.start({ hasWindowManager: false, serverOptions: ['-auth', cookies] });
  await expect(Display.open(name)).rejects.toMatchObject({ failure: 'refused' });
});

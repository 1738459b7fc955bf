import { EventEmitter } from 'node:events';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import type * as Electron from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ElectronLinks } from './links.ts';
import { type MainProcessOptions, runMainProcess } from './main-process.ts';
import { FakeElectronApp } from './testing/fake-electron-app.ts';
import { FakeEvent } from './testing/fake-event.ts';

const LINK = 'saykey://setup?token=one';

let clock: FakeClock;
let app: FakeElectronApp;
let powerMonitor: EventEmitter;
let process: EventEmitter & { argv: string[] };
let links: ElectronLinks;
const openSettings = vi.fn();
const close = vi.fn();
const start = vi.fn();
const report = vi.fn();

beforeEach(() => {
  clock = new FakeClock();
  app = new FakeElectronApp();
  powerMonitor = new EventEmitter();
  process = Object.assign(new EventEmitter(), { argv: ['/Applications/Saykey.app'] });
  links = new ElectronLinks(app.asApp, { openExternal: async () => {} });
  for (const mock of [openSettings, close, start, report]) mock.mockReset();
  start.mockResolvedValue({ openSettings, close });
  close.mockResolvedValue(undefined);
});

function run(): Promise<void> {
  const options = {
    app,
    powerMonitor: powerMonitor as unknown as Electron.PowerMonitor,
    process,
    clock,
    links,
    start,
    report,
  };
  return runMainProcess(options as unknown as MainProcessOptions);
}

async function runUntilReady(): Promise<void> {
  const life = run();
  app.getReady();
  await life;
}

describe('A second instance', () => {
  test('exits immediately without starting anything', async () => {
    app.isClaimed = true;
    await run();
    expect(app.exitCode).toBe(0);
    app.getReady();
    await settlePromises();
    expect(start).not.toHaveBeenCalled();
  });

  test('makes the first one show its settings', async () => {
    await runUntilReady();
    app.raise('second-instance', ['/Applications/Saykey.app'], '/', {});
    expect(openSettings).toHaveBeenCalledOnce();
    app.raise('activate', false);
    expect(openSettings).toHaveBeenCalledTimes(2);
  });

  test('passes its link on', async () => {
    await runUntilReady();
    const onLink = vi.fn();
    links.onLink(onLink);
    app.raise('second-instance', ['/Applications/Saykey.app', LINK], '/', {});
    expect(onLink).toHaveBeenCalledExactlyOnceWith(LINK);
    expect(openSettings).not.toHaveBeenCalled();
  });
});

test('The app starts when Electron is ready, without showing its settings', async () => {
  const life = run();
  await settlePromises();
  expect(start).not.toHaveBeenCalled();
  // The system emits this on the first start too.
  app.raise('activate', false);
  app.getReady();
  await life;
  expect(start).toHaveBeenCalledOnce();
  expect(openSettings).not.toHaveBeenCalled();
});

test('A link among the command-line arguments is not lost', async () => {
  process.argv.push(LINK);
  await runUntilReady();
  const onLink = vi.fn();
  links.onLink(onLink);
  expect(onLink).toHaveBeenCalledExactlyOnceWith(LINK);
});

test('The app keeps running without a window', async () => {
  await runUntilReady();
  app.emit('window-all-closed');
  expect(app.listenerCount('window-all-closed')).toBe(1);
  expect(app.exitCode).toBeUndefined();
});

describe('Quitting', () => {
  test.each<[string, () => void]>([
    ['by the menu', () => app.quit()],
    ['by SIGINT', () => process.emit('SIGINT')],
    ['by SIGTERM', () => process.emit('SIGTERM')],
    ['by SIGHUP', () => process.emit('SIGHUP')],
    ['with the machine', () => powerMonitor.emit('shutdown', new FakeEvent())],
  ])('%s waits until everything is saved', async (_, cause) => {
    await runUntilReady();
    const saved = Promise.withResolvers<void>();
    close.mockReturnValue(saved.promise);
    cause();
    await settlePromises();
    expect(close).toHaveBeenCalledOnce();
    expect(app.exitCode).toBeUndefined();
    saved.resolve();
    await settlePromises();
    expect(app.exitCode).toBe(0);
    expect(report).not.toHaveBeenCalled();
  });

  test('with the machine delays the shutdown only until the app exits', async () => {
    await runUntilReady();
    const event = new FakeEvent();
    powerMonitor.emit('shutdown', event);
    expect(event.defaultPrevented).toBe(true);
    await settlePromises();
    expect(app.exitCode).toBe(0);
  });

  test('takes at most 5 seconds, even if closing hangs', async () => {
    await runUntilReady();
    close.mockReturnValue(new Promise(() => {}));
    app.quit();
    clock.advance(4_499);
    expect(app.exitCode).toBeUndefined();
    clock.advance(1);
    expect(app.exitCode).toBe(0);
  });

  test('happens only once, however often it is requested', async () => {
    await runUntilReady();
    app.quit();
    process.emit('SIGTERM');
    app.quit();
    await settlePromises();
    expect(close).toHaveBeenCalledOnce();
  });

  test('during startup waits for it, and closes what was started', async () => {
    const started = Promise.withResolvers<{ openSettings(): void; close(): Promise<void> }>();
    start.mockReturnValue(started.promise);
    const life = run();
    app.getReady();
    await settlePromises();
    process.emit('SIGTERM');
    await settlePromises();
    expect(app.exitCode).toBeUndefined();
    started.resolve({ openSettings, close });
    await life;
    await settlePromises();
    expect(close).toHaveBeenCalledOnce();
    expect(app.exitCode).toBe(0);
  });

  test('before Electron is ready starts nothing', async () => {
    const life = run();
    process.emit('SIGTERM');
    app.getReady();
    await life;
    await settlePromises();
    expect(start).not.toHaveBeenCalled();
    expect(app.exitCode).toBe(0);
  });

  test('because of an error shows it, after everything has been saved', async () => {
    await runUntilReady();
    process.emit('uncaughtException', new Error('The disk is gone.'));
    await settlePromises();
    expect(close).toHaveBeenCalledOnce();
    expect(report).toHaveBeenCalledExactlyOnceWith('The disk is gone.');
    expect(app.exitCode).toBe(1);
  });

  test('waits until the user has read the error', async () => {
    await runUntilReady();
    report.mockImplementation(() => {
      clock.advance(60_000);
      expect(app.exitCode).toBeUndefined();
    });
    process.emit('uncaughtException', 'no error');
    await settlePromises();
    expect(report).toHaveBeenCalledExactlyOnceWith('Something went wrong.');
    expect(report.mock.results).toMatchObject([{ type: 'return' }]);
    expect(app.exitCode).toBe(1);
  });

  test('happens if the app cannot start', async () => {
    start.mockRejectedValue(new Error("The windows haven't been built. Run: npm run build -w apps/desktop"));
    await runUntilReady();
    await settlePromises();
    expect(report).toHaveBeenCalledExactlyOnceWith(
      "The windows haven't been built. Run: npm run build -w apps/desktop",
    );
    expect(app.exitCode).toBe(1);
  });
});

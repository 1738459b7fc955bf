import { expect, test } from 'vitest';
import { AutoUpdates } from './auto-updates.ts';
import { FakeUpdater } from './testing/fake-updater.ts';

function setUp() {
  const updater = new FakeUpdater();
  const updates = new AutoUpdates(updater.ports);
  const phases: string[] = [];
  updates.onChange(() => phases.push(updates.state.phase));
  return { updater, updates, phases };
}

test('nothing happens automatically except installing a downloaded update on quit', () => {
  const { updater, updates } = setUp();
  expect(updates.state).toEqual({ phase: 'unknown', version: null });
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: true, checks: 0 });
});

test.each([
  ['21.6.0', 'macos-12'],
  ['24.5.0', 'latest'],
])('a Mac with Darwin %s uses the channel %s, and never downgrades', (kernel, channel) => {
  const updater = new FakeUpdater();
  updater.kernel = kernel;
  new AutoUpdates(updater.ports);
  expect(updater).toMatchObject({ channel, allowDowngrade: false });
});

test('the feed receives nothing about the user, and requests are not logged', () => {
  const { updater } = setUp();
  expect(updater.requestHeaders).toEqual({ 'x-user-staging-id': 'none' });
  expect(updater.logger).toBeNull();
});

test('without a newer version, the app is up to date', async () => {
  const { updates, phases } = setUp();
  await updates.check();
  expect(phases).toEqual(['checking', 'current']);
  expect(updates.state.version).toBeNull();
});

test('a newer version is downloaded, and ready once the system has accepted it', async () => {
  const { updater, updates, phases } = setUp();
  updater.newest = '0.6.0';
  await updates.check();
  expect(updates.state).toEqual({ phase: 'fetching', version: '0.6.0' });
  updates.install();
  expect(updater.hasQuit).toBe(false);
  updater.acceptVersion();
  expect(updates.state).toEqual({ phase: 'ready', version: '0.6.0' });
  expect(phases).toEqual(['checking', 'fetching', 'ready']);
  updates.install();
  expect(updater.hasQuit).toBe(true);
});

test('a version that is downloading or ready is not downloaded again', async () => {
  const { updater, updates } = setUp();
  updater.newest = '0.6.0';
  await Promise.all([updates.check(), updates.check()]);
  await updates.check();
  updater.acceptVersion();
  await updates.check();
  expect([updater.checks, updater.downloads]).toEqual([1, 1]);
  expect(updates.state.phase).toBe('ready');
});

test.each(['feedFailure', 'downloadFailure'] as const)(
  'a failure is reported, and the next check can succeed (%s)',
  async (what) => {
    const { updater, updates } = setUp();
    updater.newest = '0.6.0';
    updater[what] = new Error('net::ERR_INTERNET_DISCONNECTED');
    await updates.check();
    expect(updates.state.phase).toBe('failed');
    updates.install();
    expect(updater.hasQuit).toBe(false);
    updater[what] = undefined;
    await updates.check();
    updater.acceptVersion();
    expect(updates.state).toEqual({ phase: 'ready', version: '0.6.0' });
  },
);

test('a version that the system rejects is not installed', async () => {
  const { updater, updates } = setUp();
  updater.newest = '0.6.0';
  await updates.check();
  updater.refuseVersion();
  expect(updates.state.phase).toBe('failed');
  updates.install();
  expect(updater.hasQuit).toBe(false);
});

test('an app that is not packaged does not check for updates, and reports nothing', async () => {
  const { updater, updates } = setUp();
  updater.isPackaged = false;
  await updates.check();
  expect(updates.state).toEqual({ phase: 'unknown', version: null });
});

import { finalResults } from '@workspace/speech/testing/deepgram-messages';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import type { Settings } from '../../ipc/settings-document.ts';
import type { Permission } from '../../ipc/system-messages.ts';
import { startApp as startDesktopApp } from '../app.ts';
import type { RunningApp } from '../lifetime.ts';
import type { LoginItem } from '../platform.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { FakeLanguageModels } from './fake-language-model.ts';
import { FakePlatform, type FakeUpdates } from './fake-platform.ts';
import { FakeRecognizer } from './fake-recognizer.ts';
import { FakeServer } from './fake-server.ts';
import { FakeWallClock } from './fake-wall-clock.ts';
import { MemoryStore } from './memory-store.ts';

export interface StartOptions {
  /** The provider's key; none if empty. */
  key?: string;
  /** Settings that differ from the defaults. */
  settings?: Partial<Settings>;
  /** The stored dictation time. */
  usage?: unknown;
  skipOnboarding?: boolean;
  updates?: FakeUpdates;
  permissions?: Permission[];
  loginItem?: LoginItem;
  /** Why the stored secrets can't be read. */
  secretsFailure?: Error;
}

export interface StartedApp {
  app: RunningApp;
  clock: FakeWallClock;
  transport: FakeTransport;
  recognizer: FakeRecognizer;
  models: FakeLanguageModels;
  platform: FakePlatform;
  server: FakeServer;
  stores: Record<'settings' | 'usage' | 'spending' | 'account' | 'muted', MemoryStore>;
  hotkeys: FakePlatform['hotkeys'];
  windows: FakePlatform['windows'];
  hasQuit(): boolean;
}

/**
 * Starts the app on a fake system with Deepgram, whose protocol is the simplest. Nothing takes over from it unless the
 * settings say so.
 */
export async function startApp({
  key = 'canary-key',
  settings = {},
  usage,
  skipOnboarding = true,
  updates,
  permissions,
  loginItem,
  secretsFailure,
}: StartOptions = {}): Promise<StartedApp> {
  const clock = new FakeWallClock();
  const transport = new FakeTransport();
  const recognizer = new FakeRecognizer();
  const models = new FakeLanguageModels();
  const platform = new FakePlatform();
  const server = new FakeServer(() => clock.wallTime());
  platform.updates = updates;
  platform.loginItem = loginItem;
  platform.secrets.readFailure = secretsFailure;
  if (permissions) platform.permissions.granted = permissions;
  const stores = {
    settings: new MemoryStore({
      ...defaultSettings('other'),
      provider: 'deepgram',
      onDeviceFallback: false,
      onboarded: skipOnboarding,
      ...settings,
    }),
    usage: new MemoryStore(usage),
    spending: new MemoryStore(),
    account: new MemoryStore(),
    muted: new MemoryStore(),
  };
  let hasQuit = false;
  let ids = 0;
  const app = await startDesktopApp(platform, {
    clock,
    transport,
    launchRecognizer: recognizer.launch,
    languageModels: models,
    account: {
      apiUrl: 'http://localhost:3001',
      siteUrl: 'http://localhost:3000',
      fetch: server.fetch,
      computerName: 'Desk',
    },
    stores,
    environment: { baseUrl: undefined, keys: key === '' ? {} : { deepgram: key } },
    skipOnboarding,
    version: '1.2.3',
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    onQuit: () => {
      hasQuit = true;
    },
  });
  return {
    app,
    clock,
    transport,
    recognizer,
    models,
    platform,
    server,
    stores,
    hotkeys: platform.hotkeys,
    windows: platform.windows,
    hasQuit: () => hasQuit,
  };
}

/** Lets time pass, with voice on any open microphone. */
export async function speak({ clock, windows }: StartedApp, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) {
    clock.advance(20);
    windows.sound();
    await settlePromises();
  }
}

/** Lets time pass in silence. */
export async function pass({ clock }: StartedApp, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50);
    await settlePromises();
  }
}

/** Makes a two-second dictation that is recognized as the given text. */
export async function dictate(started: StartedApp, text: string): Promise<void> {
  const { hotkeys, transport } = started;
  hotkeys.press('hold');
  await speak(started, 200);
  const socket = transport.sockets.at(-1);
  socket?.open();
  await speak(started, 1_800);
  hotkeys.release('hold');
  await speak(started, 600);
  socket?.receive(finalResults(0, 2.6, text));
  await pass(started, 200);
}

import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { expect, it, vi } from 'vitest';
import type { DeviceReason, MessageToMicrophone } from '../channel/microphone-messages.ts';
import type { Settings } from '../channel/settings-document.ts';
import { App } from './app.ts';
import { defaultSettings } from './default-settings.ts';
import { MemoryStore } from './testing/memory-store.ts';
import { SimulatedShell } from './testing/simulated-shell.ts';

/** The app on a simulated system, with all that it tells the microphone's window. */
async function start(settings: Partial<Settings>) {
  const clock = new FakeClock();
  const shell = new SimulatedShell();
  const told: MessageToMicrophone[] = [];
  const send = shell.windows.send.bind(shell.windows);
  vi.spyOn(shell.windows, 'send').mockImplementation((window, message) => {
    if (window === 'microphone') told.push(message as MessageToMicrophone);
    send(window, message);
  });
  let ids = 0;
  await App.start(shell, {
    clock: {
      now: () => clock.now(),
      schedule: (delayMs, callback) => clock.schedule(delayMs, callback),
      wallTime: () => clock.now(),
      timeZone: () => 'UTC',
    },
    transport: new FakeTransport(),
    stores: {
      settings: new MemoryStore({ ...defaultSettings('mac'), onboarded: true, ...settings }),
      usage: new MemoryStore(),
      spending: new MemoryStore(),
      account: new MemoryStore(),
    },
    account: {
      apiUrl: 'https://api.example.com',
      siteUrl: 'https://example.com',
      fetch: () => Promise.reject(new TypeError('offline')),
      computerName: 'Desk',
    },
    environment: { baseUrl: undefined, keys: { openai: 'canary-key' } },
    skipFirstStart: true,
    version: '1.2.3',
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    onQuit: () => {},
  });
  const { windows, hotkeys } = shell;
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      clock.advance(20);
      windows.sound();
      await settle();
    }
  };
  return {
    shell,
    windows,
    told,
    /** Begins a dictation, whose device is this one. */
    async begin(reason: DeviceReason, label = 'Desk') {
      hotkeys.press('hold');
      await settle();
      const [stream] = [...windows.streams].slice(-1);
      windows.say('microphone', { type: 'opened', stream: stream!, label, reason });
      await pass(100);
    },
    async end() {
      hotkeys.release('hold');
      await pass(600);
    },
    /** For how long each stream that was closed leaves its device open, and where that was given up. */
    endings: () =>
      told.flatMap((message): (number | string)[] => {
        if (message.type === 'give-up-kept') return ['given up'];
        return message.type === 'close' ? [message.keepOpenMs] : [];
      }),
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

it('The HUD says in passing that the built-in microphone stands in for a headset, in each dictation', async () => {
  const { windows, begin, end } = await start({});
  for (let dictation = 0; dictation < 2; dictation += 1) {
    await begin('built-in-with-bluetooth');
    expect(windows.hud).toMatchObject({ trouble: false, detail: expect.stringContaining('built-in microphone') });
    await end();
  }
  await begin('asked-for');
  expect(windows.hud).toMatchObject({ trouble: false, detail: null });
});

it('The HUD names the device that is missing, and the one in its place', async () => {
  const { windows, begin } = await start({ microphone: { id: 'a', label: 'Lapel' } });
  await begin('fallback', 'Desk');
  expect(windows.hud).toMatchObject({ trouble: true, detail: 'Lapel is not there. Listening to Desk.' });
});

it('The microphone is closed at once after a dictation unless the user wants it kept open', async () => {
  const { begin, end, endings } = await start({});
  await begin('asked-for');
  await end();
  expect(endings()).toEqual([0]);
});

it('The microphone that is kept open is given up as the machine goes to sleep, and not kept where that ends a dictation', async () => {
  const { shell, begin, end, endings } = await start({ keepMicrophoneWarm: true });
  await begin('asked-for');
  await end();
  shell.goToSleep();
  shell.wakeUp();
  await begin('asked-for');
  shell.goToSleep();
  await end();
  shell.wakeUp();
  await begin('asked-for');
  await end();
  expect(endings()).toEqual([60_000, 'given up', 0, 60_000]);
});

it('The microphone that is kept open is given up as the user no longer wants that', async () => {
  const { windows, begin, end, endings } = await start({ keepMicrophoneWarm: true });
  await begin('asked-for');
  await end();
  windows.say('settings', { type: 'change', change: { keepMicrophoneWarm: false } });
  await settle();
  expect(endings()).toEqual([60_000, 'given up']);
});

it('A look at the level leaves nothing open', async () => {
  const { windows, endings } = await start({ keepMicrophoneWarm: true });
  windows.open('settings');
  windows.say('settings', { type: 'listen', on: true });
  windows.say('settings', { type: 'listen', on: false });
  expect(endings()).toEqual([0]);
});

import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { expect, it, vi } from 'vitest';
import type { DeviceReason, MessageToMicrophone } from '../ipc/microphone-messages.ts';
import type { Settings } from '../ipc/settings-document.ts';
import { speak, startApp } from './testing/started-app.ts';

/** The app on a fake system, with everything it sends to the microphone's window. */
async function start(settings: Partial<Settings>) {
  const started = await startApp({ settings });
  const { platform, windows, hotkeys } = started;
  const sent: MessageToMicrophone[] = [];
  const send = windows.send.bind(windows);
  vi.spyOn(windows, 'send').mockImplementation((window, message) => {
    if (window === 'microphone') sent.push(message as MessageToMicrophone);
    send(window, message);
  });
  return {
    platform,
    windows,
    /** Starts a dictation from this device. */
    async begin(reason: DeviceReason, label = 'Desk') {
      hotkeys.press('hold');
      await settlePromises();
      const [stream] = [...windows.streams].slice(-1);
      windows.say('microphone', { type: 'opened', stream: stream!, label, reason });
      await speak(started, 100);
    },
    async end() {
      hotkeys.release('hold');
      await speak(started, 600);
    },
    /** How long each closed stream leaves its device open, and whether that was given up. */
    endings: () =>
      sent.flatMap((message): (number | string)[] => {
        if (message.type === 'give-up-kept') return ['given up'];
        return message.type === 'close' ? [message.keepOpenMs] : [];
      }),
  };
}

it('The HUD says in each dictation that the built-in microphone replaces a headset', async () => {
  const { windows, begin, end } = await start({});
  for (let dictation = 0; dictation < 2; dictation += 1) {
    await begin('built-in-with-bluetooth');
    expect(windows.hud).toMatchObject({ trouble: false, detail: expect.stringContaining('built-in microphone') });
    await end();
  }
  await begin('asked-for');
  expect(windows.hud).toMatchObject({ trouble: false, detail: null });
});

it('The HUD names the missing device and its replacement', async () => {
  const { windows, begin } = await start({ microphone: { id: 'a', label: 'Lapel' } });
  await begin('fallback', 'Desk');
  expect(windows.hud).toMatchObject({ trouble: true, detail: 'Lapel isn’t connected. Listening to Desk.' });
});

it('The microphone is closed immediately after a dictation by default', async () => {
  const { begin, end, endings } = await start({});
  await begin('asked-for');
  await end();
  expect(endings()).toEqual([0]);
});

it('A microphone that is kept open is closed on sleep, and not kept open if that ends a dictation', async () => {
  const { platform, begin, end, endings } = await start({ keepMicrophoneWarm: true });
  await begin('asked-for');
  await end();
  platform.goToSleep();
  platform.wakeUp();
  await begin('asked-for');
  platform.goToSleep();
  await end();
  platform.wakeUp();
  await begin('asked-for');
  await end();
  expect(endings()).toEqual([60_000, 'given up', 0, 60_000]);
});

it('A microphone that is kept open is closed when the user turns that setting off', async () => {
  const { windows, begin, end, endings } = await start({ keepMicrophoneWarm: true });
  await begin('asked-for');
  await end();
  windows.say('settings', { type: 'change', change: { keepMicrophoneWarm: false } });
  await settlePromises();
  expect(endings()).toEqual([60_000, 'given up']);
});

it('The level meter leaves no microphone open', async () => {
  const { windows, endings } = await start({ keepMicrophoneWarm: true });
  windows.open('settings');
  windows.say('settings', { type: 'listen', on: true });
  windows.say('settings', { type: 'listen', on: false });
  expect(endings()).toEqual([0]);
});

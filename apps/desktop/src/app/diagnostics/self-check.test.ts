import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../ipc/settings-document.ts';
import type { CleanUpView } from '../../ipc/settings-messages.ts';
import { ChordBinder } from '../hotkeys/chord-binder.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { OnDeviceRecognition } from '../speech/on-device-recognition.ts';
import { SpeechProviders } from '../speech/speech-providers.ts';
import { FakeMicrophone } from '../testing/fake-microphone.ts';
import { FakeRecognizer } from '../testing/fake-recognizer.ts';
import { MemorySecrets } from '../testing/memory-secrets.ts';
import { SelfCheck, type SelfCheckDependencies } from './self-check.ts';

const SETTINGS: Settings = { ...defaultSettings('other'), vocabulary: ['Canary'] };
const NO_HOTKEYS = {
  bind: async () => 'bound' as const,
  unbind: async () => {},
  isDown: async () => false,
  onEvent: () => {},
};

interface Options {
  /** OpenAI's key. */
  key?: string;
  settings?: Partial<Settings>;
  recognizer?: FakeRecognizer;
  chords?: ChordBinder;
  cleanUp?: SelfCheckDependencies['cleanUp'];
}

async function selfCheck({
  key,
  settings: changes = {},
  recognizer = new FakeRecognizer(),
  chords = new ChordBinder(NO_HOTKEYS, 'other', () => {}),
  cleanUp = { isWanted: false, problem: undefined, try: async () => null },
}: Options = {}) {
  const settings = { current: { ...SETTINGS, ...changes }, saveProblem: null };
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const microphone = new FakeMicrophone();
  const onDevice = new OnDeviceRecognition({ clock, launch: recognizer.launch }, () => {});
  const environment = { baseUrl: undefined, keys: key === undefined ? {} : { openai: key } };
  const check = new SelfCheck({
    clock,
    microphone,
    permissions: {
      look: async () => {},
      list: [{ id: 'display', title: 'Display', granted: true, detail: 'It is there.', canRequest: false }],
    },
    providers: new SpeechProviders(
      { clock, transport },
      onDevice.provider,
      new MemorySecrets(),
      environment,
      () => settings.current,
      () => {},
    ),
    onDevice,
    cleanUp,
    chords,
    settings,
    platform: 'other',
    version: '1.2.3',
    onChange: () => {},
  });
  const done = check.run();
  await settlePromises();
  return { check, clock, transport, microphone, recognizer, done };
}

const found = ({ check }: { check: SelfCheck }) =>
  Object.fromEntries(check.view.items.map(({ id, status }) => [id, status]));

it('reports that everything works', async () => {
  const run = await selfCheck({ key: 'canary-key' });
  expect(run.check.view).toMatchObject({ isRunning: true, report: null });
  run.clock.advance(80);
  run.transport.exchanges[0]?.respond(200, {}, '{}');
  run.microphone.sound(1_000);
  run.clock.advance(1_500);
  await run.done;
  expect(new Set(Object.values(found(run)))).toEqual(new Set(['good']));
  expect(Object.keys(found(run))).toEqual(expect.arrayContaining(['permission-display', 'chord-hold', 'storage']));
  expect(run.microphone.openCount).toBe(0);
  const { report } = run.check.view;
  expect(report).toMatch(/Answered in \d+ ms\./);
  expect(report).not.toMatch(/canary/i);
});

it('reports a microphone that delivers only zeros, and a refused key', async () => {
  const run = await selfCheck({ key: 'key' });
  run.transport.exchanges[0]?.respond(401, {}, '{}');
  run.microphone.sound(0);
  run.clock.advance(1_500);
  await run.done;
  expect(found(run)).toMatchObject({ microphone: 'failed', provider: 'failed' });
});

it('reports a microphone that is missing or never opens, and a missing key', async () => {
  const run = await selfCheck({ settings: { provider: 'openai', languages: ['de'] } });
  run.microphone.end('missing');
  await run.done;
  expect(found(run)).toMatchObject({ microphone: 'failed', provider: 'failed' });
  const again = run.check.run();
  await settlePromises();
  run.clock.advance(10_000);
  await again;
  expect(found(run)).toMatchObject({ microphone: 'failed' });
  expect(run.clock.scheduledCount).toBe(0);
});

describe('recognition on this computer', () => {
  const detailOf = ({ check }: { check: SelfCheck }, item: string) =>
    check.view.items.find(({ id }) => id === item)?.detail;

  it('is reported to load, without any request', async () => {
    const recognizer = new FakeRecognizer();
    recognizer.isQuick = false;
    const run = await selfCheck({ recognizer });
    run.microphone.end('missing');
    run.clock.advance(640);
    await settlePromises();
    expect(found(run)).toMatchObject({ provider: 'running' });
    recognizer.load();
    await run.done;
    expect(found(run)).toMatchObject({ provider: 'good' });
    expect(detailOf(run, 'provider')).toBe('Loaded on this computer in 640 ms. It understands English.');
    expect(found(run)).not.toHaveProperty('on-device');
    expect(run.transport.exchanges).toEqual([]);
    expect(run.check.view.report).toContain('Provider: on-device;');
  });

  it('is reported as damaged, with advice', async () => {
    const recognizer = new FakeRecognizer();
    recognizer.failure = 'damaged';
    const run = await selfCheck({ recognizer });
    run.microphone.end('missing');
    await run.done;
    expect(found(run)).toMatchObject({ provider: 'failed' });
    expect(detailOf(run, 'provider')).toMatch(/a part of it is damaged\. Reinstall the app/);
  });

  it('is reported as missing if it cannot even be started', async () => {
    const recognizer = new FakeRecognizer();
    recognizer.launchFailure = new Error('There is no such package.');
    const run = await selfCheck({ recognizer });
    run.microphone.end('missing');
    await run.done;
    expect(detailOf(run, 'provider')).toMatch(/a part of it is missing\./);
  });

  it('is given up on after 30 seconds', async () => {
    const recognizer = new FakeRecognizer();
    recognizer.isQuick = false;
    const run = await selfCheck({ recognizer });
    run.microphone.end('missing');
    run.clock.advance(30_000);
    await run.done;
    expect(detailOf(run, 'provider')).toMatch(/didn’t load within 30 seconds\./);
  });

  it('is also checked if it is the fallback of another provider', async () => {
    const recognizer = new FakeRecognizer();
    recognizer.failure = 'missing';
    const run = await selfCheck({ key: 'key', recognizer });
    run.transport.exchanges[0]?.respond(200, {}, '{}');
    run.microphone.end('missing');
    await run.done;
    expect(found(run)).toMatchObject({ provider: 'good', 'on-device': 'failed' });
    for (const settings of [{ onDeviceFallback: false }, { languages: ['de'] }]) {
      const without = await selfCheck({ key: 'key', settings });
      without.transport.exchanges[0]?.respond(200, {}, '{}');
      without.microphone.end('missing');
      await without.done;
      expect(found(without)).not.toHaveProperty('on-device');
    }
  });

  it('is reported as unsuitable if English is not among the languages, with advice', async () => {
    const run = await selfCheck({ settings: { languages: ['de'] } });
    run.microphone.end('missing');
    await run.done;
    expect(found(run)).toMatchObject({ provider: 'failed' });
    expect(detailOf(run, 'provider')).toMatch(/understands English only\. In Settings, add English/);
  });
});

it('warns about chords that work but that other apps are known to use', async () => {
  const chords = new ChordBinder(NO_HOTKEYS, 'mac', () => {});
  await chords.apply(defaultSettings('mac').chords);
  const run = await selfCheck({ chords });
  run.microphone.end('missing');
  await run.done;
  expect(found(run)).toMatchObject({ 'chord-toggle': 'warning', 'chord-pasteLast': 'good' });
  expect(run.check.view.items.find(({ id }) => id === 'chord-toggle')?.detail).toMatch(/^Browsers reopen a closed tab/);
});

describe('tidying up', () => {
  const trial = async (status: NonNullable<CleanUpView['trial']>['status'] | null, problem?: string) => {
    const cleanUp = {
      isWanted: true,
      problem,
      try: async () => status && { status, message: 'What became of it.', text: 'Canary' },
    };
    const run = await selfCheck({ cleanUp });
    run.microphone.end('missing');
    await run.done;
    return run;
  };

  it.each([
    ['valid', 'good'],
    ['limited', 'warning'],
    ['invalid', 'failed'],
    ['unreachable', 'failed'],
  ] as const)('is tried if enabled (%s: %s)', async (status, expected) => {
    const run = await trial(status);
    expect(found(run)).toMatchObject({ 'clean-up': expected });
    expect(run.check.view.report).toContain('Tidy up: What became of it.');
    expect(run.check.view.report).not.toContain('Canary');
  });

  it('is reported as failed if its setup is incomplete', async () => {
    const run = await trial(null, 'It has no model yet.');
    expect(found(run)).toMatchObject({ 'clean-up': 'failed' });
    expect(run.check.view.report).toContain('It has no model yet.');
  });

  it('is not tried if disabled', async () => {
    const run = await selfCheck();
    run.microphone.end('missing');
    await run.done;
    expect(found(run)).not.toHaveProperty('clean-up');
  });
});

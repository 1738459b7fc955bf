import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { expect, it } from 'vitest';
import { ChordBinder } from './chord-binder.ts';
import { defaultSettings } from './default-settings.ts';
import { SelfCheck } from './self-check.ts';
import { SpeechProviders } from './speech-providers.ts';
import { MemorySecrets } from './testing/memory-secrets.ts';
import { SimulatedMicrophone } from './testing/simulated-microphone.ts';

const settings = { current: { ...defaultSettings('other'), vocabulary: ['Canary'] }, saveProblem: null };
const NO_HOTKEYS = {
  bind: async () => 'bound' as const,
  unbind: async () => {},
  isDown: async () => false,
  onEvent: () => {},
};

async function selfCheck(key?: string, chords = new ChordBinder(NO_HOTKEYS, 'other', () => {})) {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const microphone = new SimulatedMicrophone();
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
      new MemorySecrets(),
      environment,
      () => settings.current,
      () => {},
    ),
    chords,
    settings,
    platform: 'other',
    version: '1.2.3',
    onChange: () => {},
  });
  const done = check.run();
  await Promise.resolve();
  await Promise.resolve();
  return { check, clock, transport, microphone, done };
}

const found = ({ check }: { check: SelfCheck }) =>
  Object.fromEntries(check.view.items.map(({ id, status }) => [id, status]));

it('finds that everything works', async () => {
  const run = await selfCheck('canary-key');
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
  expect(report).toMatch(/Round trip: \d+ ms\./);
  expect(report).not.toMatch(/canary/i);
});

it('finds a microphone that gives nothing but zeros', async () => {
  const run = await selfCheck('key');
  run.transport.exchanges[0]?.respond(401, {}, '{}');
  run.microphone.sound(0);
  run.clock.advance(1_500);
  await run.done;
  expect(found(run)).toMatchObject({ microphone: 'failed', provider: 'failed' });
});

it('finds a microphone that is not there, or never opens, and a missing key', async () => {
  const run = await selfCheck();
  run.microphone.end('missing');
  await run.done;
  expect(found(run)).toMatchObject({ microphone: 'failed', provider: 'failed' });
  const again = run.check.run();
  await Promise.resolve();
  await Promise.resolve();
  run.clock.advance(10_000);
  await again;
  expect(found(run)).toMatchObject({ microphone: 'failed' });
  expect(run.clock.scheduledCount).toBe(0);
});

it('warns of keys that work, and that others are known to use', async () => {
  const chords = new ChordBinder(NO_HOTKEYS, 'mac', () => {});
  await chords.apply(defaultSettings('mac').chords);
  const run = await selfCheck(undefined, chords);
  run.microphone.end('missing');
  await run.done;
  expect(found(run)).toMatchObject({ 'chord-toggle': 'warning', 'chord-pasteLast': 'good' });
  expect(run.check.view.items.find(({ id }) => id === 'chord-toggle')?.detail).toMatch(/^Browsers reopen a closed tab/);
});

// Muting the sinks of a real PulseAudio, as the app does.
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PulseOutput } from '@workspace/desktop/browser/pulse-output';
import { beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { SoundServer } from '../sound-server.ts';

const server = await SoundServer.start('speakers', 'headphones');
const { PATH = '' } = process.env;
const output = (await PulseOutput.find(server.environment))!;

beforeEach(async () => {
  for (const sink of ['speakers', 'headphones']) await server.setMuted(sink, false);
  await server.pactl('set-default-sink', 'speakers');
});

test('The default sink is the active one', async () => {
  expect(await output.current()).toBe('speakers');
  await server.pactl('set-default-sink', 'headphones');
  expect(await output.current()).toBe('headphones');
});

test('A sink is muted and unmuted, and keeps its volume', async () => {
  await server.pactl('set-sink-volume', 'speakers', '37%');
  const before = await server.volume('speakers');
  await output.setMuted('speakers', true);
  expect([await output.isMuted('speakers'), await server.isMuted('speakers')]).toEqual([true, true]);
  expect(await server.isMuted('headphones')).toBe(false);
  await output.setMuted('speakers', false);
  expect([await output.isMuted('speakers'), await server.isMuted('speakers')]).toEqual([false, false]);
  expect(await server.volume('speakers')).toBe(before);
});

test('Muting a missing sink is a no-op', async () => {
  expect(await output.isMuted('gone')).toBeUndefined();
  await output.setMuted('gone', true);
});

test('Without a sound server there is no sink, and no error', async () => {
  const alone = (await PulseOutput.find({ ...server.environment, PULSE_SERVER: 'unix:/not/there' }))!;
  expect(await alone.current()).toBeUndefined();
  expect(await alone.isMuted('speakers')).toBeUndefined();
  await alone.setMuted('speakers', true);
});

describe('A pactl', () => {
  test('that is missing means that no output is found', async () => {
    expect(await PulseOutput.find({ PATH: '/not/there' })).toBeUndefined();
  });

  test.each([
    ['that hangs', 'exec sleep 600'],
    ['that fails', 'echo "Failure: Timeout" >&2; exit 1'],
  ])('%s causes an error', async (_, script) => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'pactl'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'pactl'), 0o755);
    const broken = (await PulseOutput.find({ PATH: [folder, PATH].join(delimiter) }))!;
    await expect(broken.current()).rejects.toThrow();
  });
});

import { expect, test } from 'vitest';
import { tryOut } from './testing/try-out.ts';

const SPEAKER = 'BuiltInSpeakerDevice';
const DISPLAY = { uid: 'display', mute: undefined, isMuteSettable: false };

test('The default device is named by its UID, and muted and unmuted by it', async () => {
  const { mac, soundOutput, until } = tryOut();
  expect(await soundOutput.current()).toBe(SPEAKER);
  expect(await soundOutput.isMuted(SPEAKER)).toBe(false);
  await until(soundOutput.setMuted(SPEAKER, true));
  expect(await soundOutput.isMuted(SPEAKER)).toBe(true);
  await until(soundOutput.setMuted(SPEAKER, false));
  expect(mac.audio.devices[0]?.mute).toBe(false);
});

test('Setting it is over only when it has taken effect: reading it then does not give the old state', async () => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.changeMs = 120;
  await until(soundOutput.setMuted(SPEAKER, true));
  expect(mac.audio.devices[0]?.mute).toBe(true);
});

test('A device that doesn’t take the change is an error', async () => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.changeMs = 60_000;
  await expect(until(soundOutput.setMuted(SPEAKER, true))).rejects.toThrow('did not take the change');
});

test.each([
  ['without a mute', DISPLAY],
  ['whose mute can’t be set', { uid: 'display', mute: false, isMuteSettable: false }],
])('A device %s is left alone', async (_, device) => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.devices.push({ ...device });
  expect(await soundOutput.isMuted('display')).toBeUndefined();
  await until(soundOutput.setMuted('display', true));
  expect(mac.audio.devices.at(-1)).toEqual(device);
});

test('A device that is gone is not there, and no sound at all has no device', async () => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.default = undefined;
  mac.audio.devices.pop();
  expect(await soundOutput.current()).toBeUndefined();
  expect(await soundOutput.isMuted(SPEAKER)).toBeUndefined();
  await until(soundOutput.setMuted(SPEAKER, true));
});

test('Nothing of Core Foundation’s is left over', async () => {
  const { mac, soundOutput, until } = tryOut();
  const before = mac.objects.ownedCount;
  await soundOutput.current();
  await until(soundOutput.setMuted(SPEAKER, true));
  expect(mac.objects.ownedCount).toBe(before);
});

test('What Core Audio refuses is an error that names its status', async () => {
  const { mac, soundOutput } = tryOut();
  mac.native.AudioObjectGetPropertyData = () => -50;
  await expect(soundOutput.current()).rejects.toThrow('-50');
});

import { expect, test } from 'vitest';
import { tryOut } from './testing/try-out.ts';

const SPEAKER = 'BuiltInSpeakerDevice';
const DISPLAY = { uid: 'display', mute: undefined, isMuteSettable: false };

test('The default device is identified by its UID, and can be muted and unmuted', async () => {
  const { mac, soundOutput, until } = tryOut();
  expect(await soundOutput.current()).toBe(SPEAKER);
  expect(await soundOutput.isMuted(SPEAKER)).toBe(false);
  await until(soundOutput.setMuted(SPEAKER, true));
  expect(await soundOutput.isMuted(SPEAKER)).toBe(true);
  await until(soundOutput.setMuted(SPEAKER, false));
  expect(mac.audio.devices[0]?.mute).toBe(false);
});

test('setMuted resolves only once the change has taken effect', async () => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.changeMs = 120;
  await until(soundOutput.setMuted(SPEAKER, true));
  expect(mac.audio.devices[0]?.mute).toBe(true);
});

test('setMuted rejects if the device does not accept the change', async () => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.changeMs = 60_000;
  await expect(until(soundOutput.setMuted(SPEAKER, true))).rejects.toThrow('did not accept the change');
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

test('A disconnected device is ignored, and without any device there is no default', async () => {
  const { mac, soundOutput, until } = tryOut();
  mac.audio.default = undefined;
  mac.audio.devices.pop();
  expect(await soundOutput.current()).toBeUndefined();
  expect(await soundOutput.isMuted(SPEAKER)).toBeUndefined();
  await until(soundOutput.setMuted(SPEAKER, true));
});

test('No Core Foundation objects leak', async () => {
  const { mac, soundOutput, until } = tryOut();
  const before = mac.objects.ownedCount;
  await soundOutput.current();
  await until(soundOutput.setMuted(SPEAKER, true));
  expect(mac.objects.ownedCount).toBe(before);
});

test('A Core Audio failure is an error with its status', async () => {
  const { mac, soundOutput } = tryOut();
  mac.native.AudioObjectGetPropertyData = () => -50;
  await expect(soundOutput.current()).rejects.toThrow('-50');
});

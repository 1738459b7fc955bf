import { expect, it } from 'vitest';
import { openDevice } from './open-device.ts';
import { FakeDevices } from './testing/fake-devices.ts';

const DESK = { kind: 'audioinput', label: 'Desk' } as const;
const INSIDE = { kind: 'audioinput', label: 'Inside (Built-in)' } as const;
const HEADSET = { kind: 'audioinput', label: 'Ears (Bluetooth)' } as const;
const EARS = { kind: 'audiooutput', label: 'Ears (Bluetooth)' } as const;
const wish = (label: string | null) => ({
  device: label === null ? null : { id: `id of audioinput ${label}`, label },
  builtInWithBluetooth: true,
});

it('captures unprocessed sound', async () => {
  const system = new FakeDevices(DESK);
  await openDevice(system, system.listed, wish(null));
  expect(system.constraints).toEqual([
    { audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } },
  ]);
});

it('replaces a device that disappears at the last moment with the one that would be opened without it', async () => {
  const system = new FakeDevices(HEADSET, EARS, INSIDE, DESK);
  const { listed } = system;
  system.unplug('Desk');
  const first = await openDevice(system, listed, wish('Desk'));
  expect([first.track.label, first.plan.reason]).toEqual([INSIDE.label, 'fallback']);
  system.unplug(INSIDE.label);
  const second = await openDevice(system, listed, wish('Desk'));
  expect([second.track.label, second.plan.reason]).toEqual([HEADSET.label, 'fallback']);
  const third = await openDevice(system, listed, wish(null));
  expect([third.track.label, third.plan.reason]).toEqual([HEADSET.label, 'asked-for']);
});

it('opens nothing if access to the device is denied, or if there is no device at all', async () => {
  const system = new FakeDevices(DESK);
  const { listed } = system;
  system.refusal = 'NotAllowedError';
  await expect(openDevice(system, listed, wish('Desk'))).rejects.toMatchObject({ name: 'NotAllowedError' });
  system.unplug('Desk');
  await expect(openDevice(system, listed, wish('Desk'))).rejects.toMatchObject({ name: 'NotFoundError' });
  expect(system.tracks).toEqual([]);
});

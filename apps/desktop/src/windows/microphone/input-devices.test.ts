import { expect, it } from 'vitest';
import { InputDevices } from './input-devices.ts';
import { FakeDevices } from './testing/fake-devices.ts';

const DESK = { kind: 'audioinput', label: 'Desk' } as const;

it('lists each microphone once, and no loudspeakers', async () => {
  const devices = new InputDevices(new FakeDevices(DESK, { kind: 'audiooutput', label: 'Box' }));
  expect(await devices.update()).toEqual([{ id: 'id of audioinput Desk', label: 'Desk' }]);
});

it('lists no devices when the system fails to list them, and recovers when it succeeds again', async () => {
  const system = new FakeDevices(DESK);
  const devices = new InputDevices(system);
  const { enumerateDevices } = system;
  system.enumerateDevices = () => Promise.reject(new DOMException('', 'AbortError'));
  expect(await devices.update()).toEqual([]);
  system.enumerateDevices = enumerateDevices;
  expect(await devices.update()).toHaveLength(1);
});

it('reports whether the system names the devices yet', async () => {
  const system = new FakeDevices({ ...DESK, label: '' });
  const devices = new InputDevices(system);
  await devices.update();
  expect(devices.areNamed).toBe(false);
  system.plugIn(DESK);
  await devices.update();
  expect(devices.areNamed).toBe(true);
});

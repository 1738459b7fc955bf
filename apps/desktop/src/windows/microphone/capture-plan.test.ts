import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaptureWish, planCapture } from './capture-plan.ts';
import { type FakeDevice, FakeDevices } from './testing/fake-devices.ts';

const microphone = (label: string): FakeDevice => ({ kind: 'audioinput', label });
const speaker = (label: string): FakeDevice => ({ kind: 'audiooutput', label });

const BUILT_IN = microphone('MacBook Pro Microphone (Built-in)');
const HEADSET = microphone('AirPods (Bluetooth)');
const DESK = microphone('Desk (1234:5678)');
const LOUDSPEAKERS = speaker('MacBook Pro Speakers (Built-in)');
const HEADPHONES = speaker('AirPods (Bluetooth)');
const ANYTHING: CaptureWish = { device: null, builtInWithBluetooth: true };

/** The label of the planned device, `default` for the system's default; and the reason. */
function recordedWith(devices: readonly FakeDevice[], wish: Partial<CaptureWish> = {}): [string, string] {
  const { listed } = new FakeDevices(...devices);
  const { deviceId, reason } = planCapture(listed, { ...ANYTHING, ...wish });
  return [listed.find((device) => device.deviceId === deviceId)?.label ?? 'default', reason];
}

const chosen = ({ label }: FakeDevice, id = `id of audioinput ${label}`) => ({ device: { id, label } });

describe('while sound is played on a Bluetooth headset', () => {
  it('records with the built-in microphone instead of the headset', () => {
    expect(recordedWith([HEADSET, HEADPHONES, BUILT_IN, LOUDSPEAKERS])).toEqual([
      BUILT_IN.label,
      'built-in-with-bluetooth',
    ]);
  });

  it.each(['AirPods (Bluetooth)', 'Headset (Bluetooth LE)'])('recognizes %s as a headset', (label) => {
    const [, reason] = recordedWith([microphone(label), speaker(label), BUILT_IN]);
    expect(reason).toBe('built-in-with-bluetooth');
  });

  it.each<[string, FakeDevice[], Partial<CaptureWish>]>([
    ['the user has turned that off', [HEADSET, HEADPHONES, BUILT_IN], { builtInWithBluetooth: false }],
    ['sound is played on something else', [HEADSET, LOUDSPEAKERS, HEADPHONES, BUILT_IN], {}],
    ['there is no built-in microphone', [HEADSET, HEADPHONES, DESK], {}],
    ['the default is another microphone', [DESK, HEADPHONES, HEADSET, BUILT_IN], {}],
    ['a device only mentions Bluetooth', [HEADSET, speaker('Box (Bluetooth) Pro'), BUILT_IN], {}],
    ['no device has a name yet', [microphone(''), speaker(''), microphone('')], {}],
  ])('records with the default microphone if %s', (_, devices, wish) => {
    expect(recordedWith(devices, wish)).toEqual(['default', 'asked-for']);
  });

  it('records with the headset if the user has chosen it', () => {
    expect(recordedWith([HEADSET, HEADPHONES, BUILT_IN], chosen(HEADSET))).toEqual([HEADSET.label, 'asked-for']);
  });

  it('also replaces a missing chosen microphone with the built-in one', () => {
    expect(recordedWith([HEADSET, HEADPHONES, BUILT_IN], chosen(DESK))).toEqual([BUILT_IN.label, 'fallback']);
  });
});

describe('a chosen device', () => {
  it('is found by its id, or else by its label if it has one', () => {
    const devices = [BUILT_IN, LOUDSPEAKERS, DESK];
    expect(recordedWith(devices, { device: { id: `id of audioinput ${DESK.label}`, label: 'old name' } })).toEqual([
      DESK.label,
      'asked-for',
    ]);
    expect(recordedWith(devices, chosen(DESK, 'old id'))).toEqual([DESK.label, 'asked-for']);
    expect(recordedWith([...devices, microphone('')], { device: { id: 'old id', label: '' } })).toEqual([
      'default',
      'fallback',
    ]);
  });

  it('is never a loudspeaker or an alias of another device', () => {
    expect(recordedWith([BUILT_IN, LOUDSPEAKERS], chosen(LOUDSPEAKERS))).toEqual(['default', 'fallback']);
    expect(recordedWith([BUILT_IN, LOUDSPEAKERS], { device: { id: 'default', label: '' } })).toEqual([
      'default',
      'fallback',
    ]);
  });
});

it('a chosen microphone is recorded with whenever it is available, whatever other devices there are', () => {
  const device = fc.constantFrom(BUILT_IN, HEADSET, DESK, LOUDSPEAKERS, HEADPHONES);
  fc.assert(
    fc.property(
      fc.uniqueArray(device),
      fc.constantFrom(BUILT_IN, HEADSET, DESK),
      fc.boolean(),
      (devices, one, rule) => {
        const [label, reason] = recordedWith(devices, { ...chosen(one), builtInWithBluetooth: rule });
        expect([label === one.label, reason === 'asked-for']).toEqual(Array(2).fill(devices.includes(one)));
      },
    ),
  );
});

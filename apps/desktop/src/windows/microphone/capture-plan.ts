import type { DeviceReason, MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import { findMicrophone } from '../../ipc/microphone-messages.ts';

/** What the browser lists about a device. */
export type ListedDevice = Pick<MediaDeviceInfo, 'deviceId' | 'groupId' | 'kind' | 'label'>;

export interface CaptureWish {
  /** null: the system's default. */
  device: MicrophoneDevice | null;
  builtInWithBluetooth: boolean;
}

/** Which device to open. */
export interface CapturePlan {
  /** null: the system's default at that time. */
  deviceId: string | null;
  /** The device's hardware when the plan was made; empty if unknown. */
  groupId: string;
  reason: DeviceReason;
}

/** Aliases of another device that is listed too. */
const ALIASES = ['default', 'communications'];

/*
 * Only the end of a device's label shows how it is connected. Chromium appends it on macOS from Core Audio's transport
 * type (`GetDeviceLabel` and `TransportTypeToString` in its media/audio/mac/core_audio_util_mac.cc), in English
 * whatever the system's language. It isn't part of any standard, and other systems have nothing like it: no device
 * counts as a headset there, and the default is used.
 */
const BLUETOOTH = /\(Bluetooth(?: LE)?\)$/;
const BUILT_IN = /\(Built-in\)$/;

/** Returns the devices that can be chosen. */
export function microphonesAmong(devices: readonly ListedDevice[]): ListedDevice[] {
  return devices.filter(
    ({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && !ALIASES.includes(deviceId),
  );
}

/** Decides which device to record with. A device the user chose is never replaced while it is present. */
export function planCapture(devices: readonly ListedDevice[], wish: CaptureWish): CapturePlan {
  const microphones = microphonesAmong(devices);
  const chosen = wish.device && findDevice(microphones, wish.device);
  if (chosen) return planOf(chosen, 'asked-for');
  const builtIn = wish.builtInWithBluetooth ? insteadOfHeadset(devices, microphones) : undefined;
  if (builtIn) return planOf(builtIn, wish.device ? 'fallback' : 'built-in-with-bluetooth');
  return defaultPlan(devices, wish.device ? 'fallback' : 'asked-for');
}

/** Whether two plans refer to the same device. */
export function isSameDevice(one: CapturePlan, other: CapturePlan): boolean {
  return one.deviceId === other.deviceId && one.groupId === other.groupId;
}

function findDevice(microphones: readonly ListedDevice[], chosen: MicrophoneDevice): ListedDevice | undefined {
  const devices = microphones.map((device) => ({ id: device.deviceId, label: device.label, device }));
  return findMicrophone(devices, chosen)?.device;
}

/**
 * Returns the built-in microphone if the default is a headset that also plays sound: a Bluetooth headset that has to
 * listen plays everything in telephone quality, and takes a second or more to start.
 */
function insteadOfHeadset(
  devices: readonly ListedDevice[],
  microphones: readonly ListedDevice[],
): ListedDevice | undefined {
  const isHeadset = (kind: MediaDeviceKind) => BLUETOOTH.test(defaultOf(devices, kind)?.label ?? '');
  if (!isHeadset('audiooutput') || !isHeadset('audioinput')) return undefined;
  return microphones.find(({ label }) => BUILT_IN.test(label));
}

function defaultOf(devices: readonly ListedDevice[], kind: MediaDeviceKind): ListedDevice | undefined {
  return devices.find((device) => device.kind === kind && device.deviceId === 'default');
}

function defaultPlan(devices: readonly ListedDevice[], reason: DeviceReason): CapturePlan {
  return { deviceId: null, groupId: defaultOf(devices, 'audioinput')?.groupId ?? '', reason };
}

function planOf({ deviceId, groupId }: ListedDevice, reason: DeviceReason): CapturePlan {
  return { deviceId, groupId, reason };
}

import type { DeviceReason, MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import { findMicrophone } from '../../ipc/microphone-messages.ts';

/** What is known of a device, as the browser lists it. */
export type ListedDevice = Pick<MediaDeviceInfo, 'deviceId' | 'groupId' | 'kind' | 'label'>;

export interface CaptureWish {
  /** null: the system's default. */
  device: MicrophoneDevice | null;
  builtInWithBluetooth: boolean;
}

/** Which device to open. */
export interface CapturePlan {
  /** null: the system's default, whatever it is by then. */
  deviceId: string | null;
  /** The piece of hardware that this was when the plan was made; empty if it isn't known. */
  groupId: string;
  reason: DeviceReason;
}

/** Aliases of another device, which is listed too. */
const ALIASES = ['default', 'communications'];

/*
 * How a device is connected is shown by the end of its label alone, which Chromium adds on macOS from the transport type that
 * Core Audio gives (`GetDeviceLabel` and `TransportTypeToString` in its media/audio/mac/core_audio_util_mac.cc), in English
 * whatever the system's language. It is no part of any standard, and there is nothing of it on other systems: there no
 * device is taken for a headset, and the default is recorded from.
 */
const BLUETOOTH = /\(Bluetooth(?: LE)?\)$/;
const BUILT_IN = /\(Built-in\)$/;

/** The devices that can be chosen. */
export function microphonesAmong(devices: readonly ListedDevice[]): ListedDevice[] {
  return devices.filter(
    ({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && !ALIASES.includes(deviceId),
  );
}

/** Decides which of the devices to record with. One that was chosen by hand is never replaced by another that is there too. */
export function planCapture(devices: readonly ListedDevice[], wish: CaptureWish): CapturePlan {
  const microphones = microphonesAmong(devices);
  const chosen = wish.device && findDevice(microphones, wish.device);
  if (chosen) return planOf(chosen, 'asked-for');
  const builtIn = wish.builtInWithBluetooth ? insteadOfHeadset(devices, microphones) : undefined;
  if (builtIn) return planOf(builtIn, wish.device ? 'fallback' : 'built-in-with-bluetooth');
  return defaultPlan(devices, wish.device ? 'fallback' : 'asked-for');
}

/** Whether two plans come to the same device. */
export function isSameDevice(one: CapturePlan, other: CapturePlan): boolean {
  return one.deviceId === other.deviceId && one.groupId === other.groupId;
}

function findDevice(microphones: readonly ListedDevice[], chosen: MicrophoneDevice): ListedDevice | undefined {
  const devices = microphones.map((device) => ({ id: device.deviceId, label: device.label, device }));
  return findMicrophone(devices, chosen)?.device;
}

/**
 * The built-in microphone, if the default would be a headset's whose sound is in use: a Bluetooth headset that has to listen
 * plays everything as a telephone does, and takes a second or more to begin.
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

import { type Device, deviceSchema } from '@workspace/contract/auth';

/** Describes this computer to the server. `computerName`: the name given by the user or the system. */
export function describeDevice(computerName: string, platform: 'mac' | 'other', appVersion: string): Device {
  const system = platform === 'mac' ? 'macOS' : 'Linux';
  const name = computerName
    .replace(/\p{Cc}/gu, '')
    .replace(/\.local$/, '')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  const device = { name, platform: system, appVersion };
  return deviceSchema.safeParse(device).data ?? { ...device, name: system === 'macOS' ? 'Mac' : 'Computer' };
}

const MAX_NAME_LENGTH = 100;

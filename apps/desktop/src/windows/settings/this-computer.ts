import type { SettingsView } from '../../ipc/settings-messages.ts';

/** The computer as its user calls it, within a sentence. */
export function thisComputer(platform: SettingsView['platform']): string {
  return platform === 'mac' ? 'this Mac' : 'this computer';
}

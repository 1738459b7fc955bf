import type { SettingsView } from '../../ipc/settings-messages.ts';

/** Returns what the user calls this computer, for use within a sentence. */
export function thisComputer(platform: SettingsView['platform']): string {
  return platform === 'mac' ? 'this Mac' : 'this computer';
}

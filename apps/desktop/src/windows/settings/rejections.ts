import type { SettingsView } from '../../ipc/settings-messages.ts';

/** Why a field was not taken, and whatever it holds, such as the words of `vocabulary`; each reason once. */
export function rejectionsOf(rejected: SettingsView['rejected'], field: string): string[] {
  const messages = Object.entries(rejected)
    .filter(([path]) => path === field || path.startsWith(`${field}.`))
    .map(([, message]) => message);
  return [...new Set(messages)];
}

import type { SettingsView } from '../../ipc/settings-messages.ts';

/** Returns why a field or anything in it, such as the words of `vocabulary`, was rejected; each reason once. */
export function rejectionsOf(rejected: SettingsView['rejected'], field: string): string[] {
  const messages = Object.entries(rejected)
    .filter(([path]) => path === field || path.startsWith(`${field}.`))
    .map(([, message]) => message);
  return [...new Set(messages)];
}

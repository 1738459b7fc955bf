import { z } from 'zod';
import type { MicrophoneDevice } from './microphone-messages.ts';

/**
 * What the user can have done by the menu, by a chord or in a window. `microphone:` chooses the device whose id follows;
 * if none follows, the system's default.
 */
export const commandSchema = z.union([
  z.enum([
    'toggle',
    'cancel',
    'paste-last',
    'copy-last',
    'insert-as-heard',
    'retry',
    'upgrade',
    'open-site',
    'settings',
    'check-for-updates',
    'install-update',
    'quit',
  ]),
  z.templateLiteral(['microphone:', z.string()]),
]);
export type Command = z.infer<typeof commandSchema>;
export type MicrophoneCommand = Extract<Command, `microphone:${string}`>;

/** The command that chooses a microphone; null: the system's default. */
export function microphoneCommand(device: Pick<MicrophoneDevice, 'id'> | null): MicrophoneCommand {
  return `microphone:${device?.id ?? ''}`;
}

/** The microphone that a command chooses (null: the system's default); undefined if it isn't there any more. */
export function microphoneOf(
  command: MicrophoneCommand,
  devices: readonly MicrophoneDevice[],
): MicrophoneDevice | null | undefined {
  if (command === microphoneCommand(null)) return null;
  return devices.find((device) => command === microphoneCommand(device));
}

import { z } from 'zod';
import type { MicrophoneDevice } from './microphone-messages.ts';

/**
 * A command that the user can give in the menu, with a chord or in a window. `microphone:` chooses the device with the
 * id that follows, or the system's default if none does.
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

/** Returns the command that chooses a microphone; null stands for the system's default. */
export function microphoneCommand(device: Pick<MicrophoneDevice, 'id'> | null): MicrophoneCommand {
  return `microphone:${device?.id ?? ''}`;
}

/** Returns the microphone that a command chooses (null: the system's default); undefined if it is gone. */
export function microphoneOf(
  command: MicrophoneCommand,
  devices: readonly MicrophoneDevice[],
): MicrophoneDevice | null | undefined {
  if (command === microphoneCommand(null)) return null;
  return devices.find((device) => command === microphoneCommand(device));
}

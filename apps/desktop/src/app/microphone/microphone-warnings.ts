import type { OpenedDevice } from './window-microphone.ts';

/** What to say of the device that is listened to, where it isn't simply the one that was asked for. */
export type DeviceWarning = { tone: 'warning' | 'remark'; text: string } | undefined;

/** @param chosen The name of the device that the user has chosen, if there is one. */
export function openedWarning({ label, reason }: OpenedDevice, chosen: string | undefined): DeviceWarning {
  switch (reason) {
    case 'asked-for':
      return undefined;
    case 'fallback':
      return {
        tone: 'warning',
        text: `${chosen || 'The chosen microphone'} isn’t connected. Listening to ${label || 'another one'}.`,
      };
    case 'built-in-with-bluetooth':
      return {
        tone: 'remark',
        text: 'Using the built-in microphone, so your headset keeps its full sound.',
      };
  }
}

/** What to say of a device that gives nothing but zeros. */
export function silenceWarning({ reason }: OpenedDevice): string {
  return reason === 'built-in-with-bluetooth'
    ? 'No sound at all from the built-in microphone. Open the lid, or choose another one in Settings.'
    : 'No sound at all from the microphone. Check that it isn’t muted.';
}

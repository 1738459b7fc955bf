import type { OpenedDevice } from './window-microphone.ts';

/** What to say of the device that is listened to, where it isn't simply the one that was asked for. */
export type DeviceWords = { tone: 'warning' | 'remark'; text: string } | undefined;

/** @param chosen The name of the device that the user has chosen, if there is one. */
export function wordsOfOpened({ label, reason }: OpenedDevice, chosen: string | undefined): DeviceWords {
  switch (reason) {
    case 'asked-for':
      return undefined;
    case 'fallback':
      return {
        tone: 'warning',
        text: `${chosen || 'The chosen microphone'} is not there. Listening to ${label || 'another one'}.`,
      };
    case 'built-in-with-bluetooth':
      return {
        tone: 'remark',
        text: 'Listening to the built-in microphone, so that your headset keeps its full sound.',
      };
  }
}

/** What to say of a device that gives nothing but zeros. */
export function wordsOfSilence({ reason }: OpenedDevice): string {
  return reason === 'built-in-with-bluetooth'
    ? 'The built-in microphone gives no sound at all. Open the lid, or choose another one in the settings.'
    : 'The microphone gives no sound at all. Check that it is not muted.';
}

import type { MicrophoneDevice } from './microphone-messages.ts';

/** The device that was chosen: by its id, else by its label, if it has one, since ids change when the profile is reset. */
export function findMicrophone<D extends MicrophoneDevice>(
  devices: readonly D[],
  chosen: MicrophoneDevice,
): D | undefined {
  return (
    devices.find(({ id }) => id === chosen.id) ?? devices.find(({ label }) => label !== '' && label === chosen.label)
  );
}

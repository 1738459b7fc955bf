import type { MicrophoneDevice } from '../../channel/microphone-messages.ts';

/** Entries that stand for another device, which is listed too. */
const ALIASES = ['default', 'communications'];

/** The microphones that there are, kept up to date, so that none need be looked for at the moment of speaking. */
export class InputDevices {
  #devices: MediaDeviceInfo[] = [];

  /** Asks the system anew. Where that fails there are none. */
  async update(): Promise<MicrophoneDevice[]> {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    this.#devices = devices.filter(
      ({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && !ALIASES.includes(deviceId),
    );
    return this.#devices.map(({ deviceId, label }) => ({ id: deviceId, label }));
  }

  /** The device of this id, else of this label: ids change when the profile is reset. */
  find({ id, label }: MicrophoneDevice): MediaDeviceInfo | undefined {
    return (
      this.#devices.find(({ deviceId }) => deviceId === id) ??
      this.#devices.find((device) => label !== '' && device.label === label)
    );
  }

  /** The name of the device that a track comes from, also where it was opened as the default. */
  labelOf(track: MediaStreamTrack): string {
    const { groupId } = track.getSettings();
    const sameDevice = this.#devices.filter((device) => device.groupId === groupId && groupId !== '');
    return (sameDevice.length === 1 && sameDevice[0]?.label) || track.label;
  }
}

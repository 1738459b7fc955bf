import type { MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import {
  type CapturePlan,
  type CaptureWish,
  type ListedDevice,
  microphonesAmong,
  planCapture,
} from './capture-plan.ts';

/** The available devices, kept up to date so that nothing has to be looked up when the user starts to speak. */
export class InputDevices {
  readonly #system: Pick<MediaDevices, 'enumerateDevices'>;
  #devices: readonly ListedDevice[] = [];

  constructor(system: Pick<MediaDevices, 'enumerateDevices'>) {
    this.#system = system;
  }

  get all(): readonly ListedDevice[] {
    return this.#devices;
  }

  /** Whether the system reveals its microphones' names, which it doesn't until their use is allowed. */
  get areNamed(): boolean {
    return microphonesAmong(this.#devices).some(({ label }) => label !== '');
  }

  /** Lists the devices again; none if that fails. Resolves with the microphones. */
  async update(): Promise<MicrophoneDevice[]> {
    this.#devices = await this.#system.enumerateDevices().catch(() => []);
    return microphonesAmong(this.#devices).map(({ deviceId, label }) => ({ id: deviceId, label }));
  }

  /** Returns the device to record with now. */
  plan(wish: CaptureWish): CapturePlan {
    return planCapture(this.#devices, wish);
  }

  /** Returns the name of a track's device, even if it was opened as the default. */
  labelOf(track: MediaStreamTrack): string {
    const { groupId } = track.getSettings();
    const sameDevice = microphonesAmong(this.#devices).filter((device) => device.groupId === groupId && groupId !== '');
    return (sameDevice.length === 1 && sameDevice[0]?.label) || track.label;
  }
}

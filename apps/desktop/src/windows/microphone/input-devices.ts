import type { MicrophoneDevice } from '../../ipc/microphone-messages.ts';
import {
  type CapturePlan,
  type CaptureWish,
  type ListedDevice,
  microphonesAmong,
  planCapture,
} from './capture-plan.ts';

/** The devices that there are, kept up to date, so that none need be looked for at the moment of speaking. */
export class InputDevices {
  readonly #system: Pick<MediaDevices, 'enumerateDevices'>;
  #devices: readonly ListedDevice[] = [];

  constructor(system: Pick<MediaDevices, 'enumerateDevices'>) {
    this.#system = system;
  }

  get all(): readonly ListedDevice[] {
    return this.#devices;
  }

  /** Whether the system has named its microphones. It doesn't before their use is allowed. */
  get areNamed(): boolean {
    return microphonesAmong(this.#devices).some(({ label }) => label !== '');
  }

  /** Asks the system again. Where that fails there are none. Returns the microphones. */
  async update(): Promise<MicrophoneDevice[]> {
    this.#devices = await this.#system.enumerateDevices().catch(() => []);
    return microphonesAmong(this.#devices).map(({ deviceId, label }) => ({ id: deviceId, label }));
  }

  /** Which device to record with now. */
  plan(wish: CaptureWish): CapturePlan {
    return planCapture(this.#devices, wish);
  }

  /** The name of the device that a track comes from, also where it was opened as the default. */
  labelOf(track: MediaStreamTrack): string {
    const { groupId } = track.getSettings();
    const sameDevice = microphonesAmong(this.#devices).filter((device) => device.groupId === groupId && groupId !== '');
    return (sameDevice.length === 1 && sameDevice[0]?.label) || track.label;
  }
}

import { type CapturePlan, isSameDevice } from './capture-plan.ts';
import { closeDevice, type OpenDevice } from './open-device.ts';

/**
 * The device of a stream that is over, open for the next one for a while, so that this begins at once. Nothing listens to it
 * meanwhile: what it hears is dropped where it comes in. The bound is here, beside the device, so that it holds
 * whatever happens to the app.
 */
export class KeptDevice {
  #kept: { device: OpenDevice; timer: ReturnType<typeof setTimeout> } | undefined;

  /** Keeps a device open, for the given milliseconds at most, in place of another. */
  keep(device: OpenDevice, forMs: number): void {
    this.giveUp();
    const timer = setTimeout(() => this.giveUp(), forMs);
    device.track.onended = () => this.giveUp();
    this.#kept = { device, timer };
  }

  /** Hands out the device if it is the one that a plan calls for. The caller then has to close it. */
  take(wanted: CapturePlan): OpenDevice | undefined {
    if (!this.#kept) return undefined;
    const { device, timer } = this.#kept;
    if (!isSameDevice(device.plan, wanted)) {
      this.giveUp();
      return undefined;
    }
    this.#kept = undefined;
    clearTimeout(timer);
    return { ...device, plan: wanted };
  }

  /** Closes the device, if one is kept. */
  giveUp(): void {
    if (!this.#kept) return;
    const { device, timer } = this.#kept;
    this.#kept = undefined;
    clearTimeout(timer);
    closeDevice(device);
  }
}

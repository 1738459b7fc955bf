import { type CapturePlan, isSameDevice } from './capture-plan.ts';
import { closeDevice, type OpenDevice } from './open-device.ts';

/**
 * The device of an ended stream, kept open for a while so that the next stream starts immediately. Nothing listens to
 * it in the meantime: what it hears is dropped at the source. The time limit is enforced here, next to the device, so
 * that it holds whatever happens to the app.
 */
export class KeptDevice {
  #kept: { device: OpenDevice; timer: ReturnType<typeof setTimeout> } | undefined;

  /** Keeps a device open for at most `forMs` milliseconds, replacing any other. */
  keep(device: OpenDevice, forMs: number): void {
    this.giveUp();
    const timer = setTimeout(() => this.giveUp(), forMs);
    device.track.onended = () => this.giveUp();
    this.#kept = { device, timer };
  }

  /** Returns the device if it is the one a plan calls for. The caller then has to close it. */
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

  /** Closes the kept device, if any. */
  giveUp(): void {
    if (!this.#kept) return;
    const { device, timer } = this.#kept;
    this.#kept = undefined;
    clearTimeout(timer);
    closeDevice(device);
  }
}

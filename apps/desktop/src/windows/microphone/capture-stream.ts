import { openingFailure } from '@workspace/browser-sound/microphone-device';
import type { SampleTap } from '@workspace/browser-sound/sample-tap';
import type { DeviceReason, MessageFromMicrophone } from '../../ipc/microphone-messages.ts';
import type { CaptureWish } from './capture-plan.ts';
import type { InputDevices } from './input-devices.ts';
import type { KeptDevice } from './kept-device.ts';
import { closeDevice, type OpenDevice, openDevice } from './open-device.ts';

export type CaptureFailure = Extract<MessageFromMicrophone, { type: 'ended' }>['failure'];

export interface CaptureListener {
  /** Samples follow. */
  onOpened(device: { label: string; reason: DeviceReason }): void;
  onSamples(samples: Int16Array): void;
  /** It has ended by itself, or could not be opened. Last. */
  onEnd(failure: CaptureFailure): void;
}

export interface CaptureDependencies {
  system: Pick<MediaDevices, 'getUserMedia'>;
  /** Begins to take the sound of a track. */
  tap(track: MediaStreamTrack, onSamples: (samples: Int16Array) => void): Pick<SampleTap, 'catchUp' | 'end'>;
  devices: Pick<InputDevices, 'all' | 'plan' | 'labelOf'>;
  /** Where a device may be that is still open, and to where it goes back. */
  kept: Pick<KeptDevice, 'keep' | 'take'>;
}

/** A microphone from its opening to its end. */
export class CaptureStream {
  readonly #dependencies: CaptureDependencies;
  readonly #listener: CaptureListener;
  readonly #opened: Promise<void>;
  #device: OpenDevice | undefined;
  #tap: ReturnType<CaptureDependencies['tap']> | undefined;
  #isOver = false;

  constructor(dependencies: CaptureDependencies, wish: CaptureWish, listener: CaptureListener) {
    this.#dependencies = dependencies;
    this.#listener = listener;
    this.#opened = this.#open(wish).catch((error: unknown) => this.#end(openingFailure(error)));
  }

  /** Resolves once the samples of all that has been heard by now have been handed out. */
  async catchUp(): Promise<void> {
    const nowMs = performance.now();
    await this.#opened;
    await this.#tap?.catchUp(nowMs);
  }

  /**
   * Hands out the samples gathered until now, then closes the device, or leaves it open for the next stream for so many
   * milliseconds. Its end is not reported.
   */
  async close(keepOpenMs: number): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (keepOpenMs > 0 && this.#device) {
      this.#dependencies.kept.keep(this.#device, keepOpenMs);
      this.#device = undefined;
    }
    await this.#release();
  }

  async #open(wish: CaptureWish): Promise<void> {
    const { system, devices, kept, tap } = this.#dependencies;
    const device = kept.take(devices.plan(wish)) ?? (await openDevice(system, devices.all, wish));
    if (this.#isOver) return closeDevice(device);
    this.#device = device;
    // It may have gone before anybody listened for that.
    if (device.track.readyState === 'ended') return this.#end('lost');
    // At once: what the device hears before is lost.
    this.#tap = tap(device.track, (samples) => this.#listener.onSamples(samples));
    device.track.onended = () => this.#end('lost');
    this.#listener.onOpened({ label: devices.labelOf(device.track), reason: device.plan.reason });
  }

  #end(failure: CaptureFailure): void {
    if (this.#isOver) return;
    this.close(0).then(() => this.#listener.onEnd(failure));
  }

  async #release(): Promise<void> {
    await this.#tap?.end();
    if (this.#device) closeDevice(this.#device);
  }
}

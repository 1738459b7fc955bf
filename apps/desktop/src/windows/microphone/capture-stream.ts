import { openingFailure } from '@workspace/browser-sound/microphone-device';
import type { SampleTap } from '@workspace/browser-sound/sample-tap';
import type { DeviceReason, MessageFromMicrophone } from '../../ipc/microphone-messages.ts';
import type { CaptureWish } from './capture-plan.ts';
import type { InputDevices } from './input-devices.ts';
import type { KeptDevice } from './kept-device.ts';
import { closeDevice, type OpenDevice, openDevice } from './open-device.ts';

export type CaptureFailure = Extract<MessageFromMicrophone, { type: 'ended' }>['failure'];

export interface CaptureListener {
  /** Called before any samples. */
  onOpened(device: { label: string; reason: DeviceReason }): void;
  onSamples(samples: Int16Array): void;
  /** The last call: the stream ended on its own, or could not be opened. */
  onEnd(failure: CaptureFailure): void;
}

export interface CaptureDependencies {
  system: Pick<MediaDevices, 'getUserMedia'>;
  /** Starts capturing a track's sound. */
  tap(track: MediaStreamTrack, onSamples: (samples: Int16Array) => void): Pick<SampleTap, 'catchUp' | 'end'>;
  devices: Pick<InputDevices, 'all' | 'plan' | 'labelOf'>;
  /** Holds a device that is still open, and takes it back. */
  kept: Pick<KeptDevice, 'keep' | 'take'>;
}

/** A microphone, from opening to end. */
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

  /** Resolves once the samples of everything heard so far have been delivered. */
  async catchUp(): Promise<void> {
    const nowMs = performance.now();
    await this.#opened;
    await this.#tap?.catchUp(nowMs);
  }

  /**
   * Delivers the samples gathered so far, then closes the device, or keeps it open for the next stream for `keepOpenMs`
   * milliseconds. `onEnd` is not called.
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
    // The device may have gone before anyone listened for that.
    if (device.track.readyState === 'ended') return this.#end('lost');
    // Immediately: anything the device hears before this is lost.
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

import type { DeviceReason, MessageFromMicrophone } from '../../channel/microphone-messages.ts';
import type { AudioGraph, SampleTap } from './audio-graph.ts';
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

export interface CaptureSurroundings {
  system: Pick<MediaDevices, 'getUserMedia'>;
  graph: Pick<AudioGraph, 'addTap' | 'removeTap'>;
  devices: Pick<InputDevices, 'all' | 'plan' | 'labelOf'>;
  /** Where a device may be that is still open, and to where it goes back. */
  kept: Pick<KeptDevice, 'keep' | 'take'>;
}

/** A microphone from its opening to its end. */
export class CaptureStream {
  readonly #surroundings: CaptureSurroundings;
  readonly #listener: CaptureListener;
  readonly #tap: Promise<SampleTap>;
  #device: OpenDevice | undefined;
  #isOver = false;

  constructor(surroundings: CaptureSurroundings, wish: CaptureWish, listener: CaptureListener) {
    this.#surroundings = surroundings;
    this.#listener = listener;
    // Gets ready while the device is being opened: its first samples find everything in place.
    this.#tap = surroundings.graph.addTap((samples) => listener.onSamples(samples));
    this.#open(wish).catch((error: unknown) => this.#end(failureOf(error)));
  }

  /**
   * Hands out the samples gathered until now, then closes the device, or leaves it open for the next stream for so many
   * milliseconds. No end is told.
   */
  async close(keepOpenMs: number): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (keepOpenMs > 0 && this.#device) {
      this.#surroundings.kept.keep(this.#device, keepOpenMs);
      this.#device = undefined;
    }
    await this.#release();
  }

  async #open(wish: CaptureWish): Promise<void> {
    const [device, tap] = await Promise.all([this.#openDevice(wish), this.#tap]);
    if (this.#isOver) return;
    // It may have gone while the tap was made ready: nothing tells so any more.
    if (device.track.readyState === 'ended') return this.#end('lost');
    tap.connect(device.media);
    device.track.onended = () => this.#end('lost');
    const label = this.#surroundings.devices.labelOf(device.track);
    this.#listener.onOpened({ label, reason: device.plan.reason });
  }

  async #openDevice(wish: CaptureWish): Promise<OpenDevice> {
    const { system, devices, kept } = this.#surroundings;
    const device = kept.take(devices.plan(wish)) ?? (await openDevice(system, devices.all, wish));
    this.#device = device;
    if (this.#isOver) closeDevice(device);
    return device;
  }

  #end(failure: CaptureFailure): void {
    if (this.#isOver) return;
    this.close(0).then(() => this.#listener.onEnd(failure));
  }

  async #release(): Promise<void> {
    const tap = await this.#tap.catch(() => undefined);
    if (tap) await this.#surroundings.graph.removeTap(tap);
    if (this.#device) closeDevice(this.#device);
  }
}

function failureOf(error: unknown): CaptureFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}

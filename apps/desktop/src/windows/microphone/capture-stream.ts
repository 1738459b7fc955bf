import type { MessageFromMicrophone, MicrophoneDevice } from '../../channel/microphone-messages.ts';
import type { AudioGraph, SampleTap } from './audio-graph.ts';
import type { InputDevices } from './input-devices.ts';

export type CaptureFailure = Extract<MessageFromMicrophone, { type: 'ended' }>['failure'];

export interface CaptureListener {
  /** Samples follow. `isFallback`: the device that was asked for is gone. */
  onOpened(device: { label: string; isFallback: boolean }): void;
  onSamples(samples: Int16Array): void;
  /** It has ended by itself, or could not be opened. Last. */
  onEnd(failure: CaptureFailure): void;
}

/** A microphone from its opening to its end. */
export class CaptureStream {
  readonly #graph: AudioGraph;
  readonly #devices: InputDevices;
  readonly #listener: CaptureListener;
  readonly #tap: Promise<SampleTap>;
  #media: MediaStream | undefined;
  #isOver = false;

  /** Opens a device; null: the system's default. */
  constructor(graph: AudioGraph, devices: InputDevices, device: MicrophoneDevice | null, listener: CaptureListener) {
    this.#graph = graph;
    this.#devices = devices;
    this.#listener = listener;
    // Gets ready while the device is being opened: its first samples find everything in place.
    this.#tap = graph.addTap((samples) => listener.onSamples(samples));
    this.#open(device).catch((error: unknown) => this.#end(failureOf(error)));
  }

  /** Hands out the samples gathered until now, then closes the device. No end is told. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#release();
  }

  async #open(device: MicrophoneDevice | null): Promise<void> {
    const [{ media, isFallback }, tap] = await Promise.all([this.#openDevice(device), this.#tap]);
    if (this.#isOver) return;
    tap.connect(media);
    const [track] = media.getAudioTracks();
    if (track === undefined) throw new Error('a microphone without sound');
    track.onended = () => this.#end('lost');
    this.#listener.onOpened({ label: this.#devices.labelOf(track), isFallback });
  }

  async #openDevice(device: MicrophoneDevice | null): Promise<{ media: MediaStream; isFallback: boolean }> {
    const chosen = device && this.#devices.find(device);
    if (chosen) {
      try {
        return { media: await this.#openMedia({ deviceId: { exact: chosen.deviceId } }), isFallback: false };
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    return { media: await this.#openMedia({}), isFallback: device !== null };
  }

  async #openMedia(constraints: MediaTrackConstraints): Promise<MediaStream> {
    const media = await navigator.mediaDevices.getUserMedia({ audio: { ...UNPROCESSED, ...constraints } });
    this.#media = media;
    if (this.#isOver) stop(media);
    return media;
  }

  #end(failure: CaptureFailure): void {
    if (this.#isOver) return;
    this.close().then(() => this.#listener.onEnd(failure));
  }

  async #release(): Promise<void> {
    const tap = await this.#tap.catch(() => undefined);
    if (tap) await this.#graph.removeTap(tap);
    if (this.#media) stop(this.#media);
  }
}

/** The browser's improvements for calls cost fidelity. */
const UNPROCESSED: MediaTrackConstraints = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

function stop(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop();
}

function isGone(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'OverconstrainedError');
}

function failureOf(error: unknown): CaptureFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}

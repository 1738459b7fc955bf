import { isDeepStrictEqual } from 'node:util';
import type { Microphone, MicrophoneFailure, MicrophoneListener, MicrophoneStream } from '@workspace/dictation/ports';
import { type Clock, withinLimit } from '@workspace/speech/clock';
import {
  type Cue,
  type DeviceReason,
  decodeSampleFrame,
  MAX_KEEP_OPEN_MS,
  type MessageFromMicrophone,
  type MicrophoneDevice,
} from '../../ipc/microphone-messages.ts';
import type { Windows } from '../platform.ts';

/** How long to wait for the microphone's window while it starts or reopens. */
export const WINDOW_LIMIT_MS = 10_000;
/** A stream that starts with this many samples of exactly zero (1.5 s) comes from a muted device. */
export const SILENT_SAMPLES = 36_000;

/** A cue counts as over after this time: without a loudspeaker it never sounds. */
export const CUE_LIMIT_MS = 1_000;

/** The user's choice, with the settings' names. */
export interface MicrophoneChoice {
  /** The device to record with; null for the system's default. */
  microphone: MicrophoneDevice | null;
  builtInWithBluetooth: boolean;
  keepMicrophoneWarm: boolean;
}

/** The device a stream comes from. */
export interface OpenedDevice {
  label: string;
  reason: DeviceReason;
}

export interface WindowMicrophoneDependencies {
  windows: Pick<Windows, 'listen' | 'send'>;
  clock: Clock;
  /** The current choice. */
  choice(): MicrophoneChoice;
  onOpened(device: OpenedDevice): void;
  /** An open device delivers nothing but zeros. At most once per stream. */
  onSilentDevice(device: OpenedDevice): void;
  /** The devices became known or changed. */
  onDevices(): void;
}

interface Stream {
  listener: MicrophoneListener;
  /** Whether the device may stay open for the next stream. */
  isForDictation: boolean;
  device: OpenedDevice;
  /** Samples so far while all of them are zero; null once the question is settled. */
  zeros: number | null;
  /** Cancels the time limit while waiting for the window. */
  stopWaiting: (() => void) | null;
  /** Callbacks waiting until everything heard so far has arrived, by catch-up number. */
  catchUps: Map<number, () => void>;
}

/** The microphone of the window that captures sound, and the loudspeaker it plays cues on. */
export class WindowMicrophone implements Microphone {
  /** The same microphone, for checking its level: never kept open afterwards. */
  readonly forChecks: Microphone = { open: (listener) => this.#open(listener, false) };
  readonly #dependencies: WindowMicrophoneDependencies;
  #devices: readonly MicrophoneDevice[] = [];
  readonly #streams = new Map<number, Stream>();
  #streamsOpened = 0;
  #catchUps = 0;
  #isWindowThere = false;
  /** Streams the window may still hold open, although it can't be reached right now. */
  #abandoned: number[] = [];
  readonly #firstOpen = Promise.withResolvers<void>();
  #isAsleep = false;
  /** Stops waiting for the last requested cue. */
  #endCue = () => {};
  /** The choice for which the window may be keeping a device open between streams. */
  #keptFor: MicrophoneChoice | undefined;

  constructor(dependencies: WindowMicrophoneDependencies) {
    this.#dependencies = dependencies;
    dependencies.windows.listen('microphone', {
      onOpen: () => this.#greetWindow(),
      onMessage: (message) => this.#handle(message),
      onFrame: (frame) => this.#handleFrame(frame),
      onClose: () => this.#missWindow(),
    });
  }

  /** The available microphones; empty until the window has reported them. */
  get devices(): readonly MicrophoneDevice[] {
    return this.#devices;
  }

  /** Resolves once the microphone can be opened immediately, or after `WINDOW_LIMIT_MS` at the latest. */
  async ready(): Promise<void> {
    await withinLimit(this.#dependencies.clock, WINDOW_LIMIT_MS, this.#firstOpen.promise);
  }

  open(listener: MicrophoneListener): MicrophoneStream {
    return this.#open(listener, true);
  }

  /** Handles a possible change of the user's choice: releases a device kept open for another one. */
  choiceChanged(): void {
    if (this.#keptFor && !isDeepStrictEqual(this.#keptFor, this.#choice())) this.#giveUpKept();
  }

  /** Keeps no device open until `wake`, because the machine is about to sleep, or the screen to be locked. */
  sleep(): void {
    this.#isAsleep = true;
    this.#giveUpKept();
  }

  wake(): void {
    this.#isAsleep = false;
  }

  /** Plays a cue, and calls back when it is over or replaced by another. Silent if the window isn't open. */
  play(cue: Cue, onOver: () => void = () => {}): void {
    this.#endCue();
    const { clock, windows } = this.#dependencies;
    const stopWaiting = clock.schedule(CUE_LIMIT_MS, () => this.#endCue());
    this.#endCue = () => {
      this.#endCue = () => {};
      stopWaiting();
      onOver();
    };
    windows.send('microphone', { type: 'play', cue });
  }

  #open(listener: MicrophoneListener, isForDictation: boolean): MicrophoneStream {
    this.#streamsOpened += 1;
    const number = this.#streamsOpened;
    const device: OpenedDevice = { label: '', reason: 'asked-for' };
    const stream: Stream = { listener, isForDictation, device, zeros: 0, stopWaiting: null, catchUps: new Map() };
    this.#streams.set(number, stream);
    if (this.#isWindowThere) this.#askFor(number, stream);
    else
      stream.stopWaiting = this.#dependencies.clock.schedule(WINDOW_LIMIT_MS, () => {
        this.#end(number, 'failed');
      });
    return { catchUp: (onDone) => this.#catchUp(number, stream, onDone), close: () => this.#close(number) };
  }

  #askFor(number: number, stream: Stream): void {
    stream.stopWaiting?.();
    stream.stopWaiting = null;
    const { microphone: device, builtInWithBluetooth } = this.#choice();
    this.#dependencies.windows.send('microphone', { type: 'open', stream: number, device, builtInWithBluetooth });
  }

  #catchUp(number: number, stream: Stream, onDone: () => void): void {
    // Nothing is heard while the window isn't open.
    if (stream.stopWaiting) {
      onDone();
      return;
    }
    this.#catchUps += 1;
    stream.catchUps.set(this.#catchUps, onDone);
    this.#dependencies.windows.send('microphone', { type: 'catch-up', stream: number, number: this.#catchUps });
  }

  #close(number: number): void {
    const stream = this.#streams.get(number);
    if (stream === undefined) return;
    this.#streams.delete(number);
    if (stream.stopWaiting) stream.stopWaiting();
    else if (stream.isForDictation && this.#choice().keepMicrophoneWarm && !this.#isAsleep) this.#keep(number);
    else this.#sendClosed(number, 0);
  }

  #sendClosed(number: number, keepOpenMs: number): void {
    this.#dependencies.windows.send('microphone', { type: 'close', stream: number, keepOpenMs });
  }

  /** Closes a stream, leaving its device open for the next one. */
  #keep(number: number): void {
    this.#keptFor = this.#choice();
    this.#sendClosed(number, MAX_KEEP_OPEN_MS);
  }

  #giveUpKept(): void {
    // A window that can't be reached now gets the message once it is back.
    if (!this.#keptFor || !this.#isWindowThere) return;
    this.#keptFor = undefined;
    this.#dependencies.windows.send('microphone', { type: 'give-up-kept' });
  }

  #choice(): MicrophoneChoice {
    const { microphone, builtInWithBluetooth, keepMicrophoneWarm } = this.#dependencies.choice();
    return { microphone, builtInWithBluetooth, keepMicrophoneWarm };
  }

  #end(number: number, failure: MicrophoneFailure): void {
    const stream = this.#streams.get(number);
    if (stream === undefined) return;
    this.#streams.delete(number);
    stream.stopWaiting?.();
    stream.listener.onEnd(failure);
  }

  #greetWindow(): void {
    // It may have reloaded without notice.
    this.#missWindow();
    this.#isWindowThere = true;
    for (const number of this.#abandoned.splice(0)) this.#sendClosed(number, 0);
    this.#giveUpKept();
    this.#dependencies.windows.send('microphone', { type: 'list-devices' });
    for (const [number, stream] of [...this.#streams]) if (stream.stopWaiting) this.#askFor(number, stream);
    this.#firstOpen.resolve();
  }

  #missWindow(): void {
    this.#isWindowThere = false;
    for (const [number, { stopWaiting }] of [...this.#streams]) {
      if (stopWaiting) continue;
      this.#abandoned.push(number);
      this.#end(number, 'lost');
    }
  }

  #handle(message: MessageFromMicrophone): void {
    switch (message.type) {
      case 'opened': {
        const { stream: number, label, reason } = message;
        const stream = this.#streams.get(number);
        if (stream === undefined) return;
        stream.device = { label, reason };
        this.#dependencies.onOpened(stream.device);
        break;
      }
      case 'caught-up': {
        const { catchUps } = this.#streams.get(message.stream) ?? {};
        const onDone = catchUps?.get(message.number);
        catchUps?.delete(message.number);
        onDone?.();
        break;
      }
      case 'ended':
        this.#end(message.stream, message.failure);
        break;
      case 'cue-over':
        this.#endCue();
        break;
      case 'devices':
        this.#devices = message.devices;
        this.#dependencies.onDevices();
        break;
    }
  }

  #handleFrame(data: Uint8Array): void {
    const frame = decodeSampleFrame(data);
    if (frame === undefined) return;
    const stream = this.#streams.get(frame.stream);
    if (stream === undefined) return;
    this.#watchForSilence(stream, frame.samples);
    stream.listener.onSamples(frame.samples);
  }

  #watchForSilence(stream: Stream, samples: Int16Array): void {
    if (stream.zeros === null) return;
    stream.zeros = samples.every((sample) => sample === 0) ? stream.zeros + samples.length : null;
    if (stream.zeros === null || stream.zeros < SILENT_SAMPLES) return;
    stream.zeros = null;
    this.#dependencies.onSilentDevice(stream.device);
  }
}

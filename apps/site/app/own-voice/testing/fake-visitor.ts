import type { MicrophoneFailure, MicrophoneListener } from '@workspace/dictation/ports';
import { FakeLauncher } from '@workspace/on-device/testing/fake-recognizer-process';
import { noiseAt } from '@workspace/on-device/testing/sounds';
import { samplesIn } from '@workspace/speech/samples';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { OwnVoice } from '../own-voice.ts';

const FRAME_MS = 20;
/** Nothing happens in silence, so it uses longer frames. */
const QUIET_FRAME_MS = 200;
const VOICE_DB = -20;
const QUIET_DB = -75;

class PageFakeClock extends FakeClock {
  wallTime(): number {
    return this.now();
  }

  timeZone(): string {
    return 'UTC';
  }
}

/** Fake visitor with a microphone to speak into and a recognizer that returns one word per second. */
export class FakeVisitor {
  readonly clock = new PageFakeClock();
  readonly launcher = new FakeLauncher();
  readonly voice: OwnVoice;
  isSupported = true;
  /** Reason why the microphone doesn't open. */
  refusal: 'denied' | 'missing' | 'failed' | undefined;
  /** Whether loading fails. */
  isOffline = false;
  /** Whether the recognizer crashes on every request. */
  crashes = false;
  #listener: MicrophoneListener | undefined;
  #position = 0;

  constructor() {
    this.launcher.onLaunch = (process) => this.clock.schedule(1, () => process.say({ type: 'ready' }));
    this.launcher.onSent = (message, process) => {
      if (message.type !== 'recognize') return;
      const { id, samples } = message;
      const words = Math.max(1, Math.round(samples.length / samplesIn(1_000)));
      this.clock.schedule(1, () =>
        this.crashes ? process.crash() : process.answer(id, `${'word '.repeat(words)}`.trim()),
      );
    };
    this.voice = new OwnVoice({
      clock: this.clock,
      isSupported: () => this.isSupported,
      load: async () => {
        if (this.isOffline) throw new Error('offline');
      },
      launch: this.launcher.launch,
      beforeDrawing: (callback) => void this.clock.schedule(0, callback),
      microphone: {
        ask: async () => this.refusal,
        open: (listener) => {
          const { refusal } = this;
          if (refusal) this.clock.schedule(1, () => listener.onEnd(refusal));
          else this.#listener = listener;
          return {
            catchUp: (onDone) => void this.clock.schedule(0, onDone),
            close: () => {
              if (this.#listener === listener) this.#listener = undefined;
            },
          };
        },
      },
    });
  }

  get isHeard(): boolean {
    return this.#listener !== undefined;
  }

  /** Runs pending promises and advances the clock by `ms`. */
  async settle(ms = 50): Promise<void> {
    const stepMs = Math.max(10, ms / 200);
    for (let passed = 0; passed <= ms; passed += stepMs) {
      await new Promise((resolve) => setImmediate(resolve));
      this.clock.advance(stepMs);
    }
  }

  /** Starts the visitor's own voice and waits until the key dictates. */
  async getReady(): Promise<void> {
    this.voice.begin();
    await this.settle();
  }

  async speak(ms: number): Promise<void> {
    await this.#sound(ms, VOICE_DB, FRAME_MS);
  }

  async sayNothing(ms: number): Promise<void> {
    await this.#sound(ms, QUIET_DB, Math.min(ms, QUIET_FRAME_MS));
  }

  /** Releases the key and waits for the text. */
  async letGo(): Promise<void> {
    this.voice.release();
    await this.sayNothing(1_000);
    await this.settle();
  }

  lose(failure: MicrophoneFailure): void {
    this.#listener?.onEnd(failure);
  }

  async #sound(ms: number, db: number, frameMs: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += frameMs) {
      const length = samplesIn(frameMs);
      this.#listener?.onSamples(noiseAt(this.#position, length, db));
      this.#position += length;
      this.clock.advance(frameMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

import type { Microphone, MicrophoneFailure, MicrophoneListener, MicrophoneStream } from '@workspace/dictation/ports';

/** A microphone that hears what the test plays. */
export class FakeMicrophone implements Microphone {
  readonly #listeners = new Set<MicrophoneListener>();

  get openCount(): number {
    return this.#listeners.size;
  }

  open(listener: MicrophoneListener): MicrophoneStream {
    this.#listeners.add(listener);
    return { close: () => this.#listeners.delete(listener) };
  }

  /** Plays 20 ms of a square wave with this amplitude on every open stream. */
  sound(height: number): void {
    const samples = Int16Array.from({ length: 480 }, (_, index) => (index % 40 < 20 ? height : -height));
    for (const listener of [...this.#listeners]) listener.onSamples(samples.slice());
  }

  end(failure?: MicrophoneFailure): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener.onEnd(failure);
  }
}

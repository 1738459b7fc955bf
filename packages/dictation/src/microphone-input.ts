import type { Microphone, MicrophoneListener, MicrophoneStream } from './ports.ts';

interface MicrophoneInputListener extends MicrophoneListener {
  /** Everything recorded before the last call to `catchUp()` has arrived. */
  onCaughtUp(): void;
}

/** Listens to at most one microphone stream: nothing from a stream that was closed or replaced reaches the listener. */
export class MicrophoneInput {
  readonly #microphone: Microphone;
  readonly #listener: MicrophoneInputListener;
  #stream: MicrophoneStream | undefined;
  #catchUps = 0;

  constructor(microphone: Microphone, listener: MicrophoneInputListener) {
    this.#microphone = microphone;
    this.#listener = listener;
  }

  open(): void {
    const stream: MicrophoneStream = this.#microphone.open({
      onSamples: (samples) => {
        if (this.#stream === stream) this.#listener.onSamples(samples);
      },
      onEnd: (failure) => {
        if (this.#stream === stream) this.#listener.onEnd(failure);
      },
    });
    this.#stream = stream;
  }

  close(): void {
    this.#stream?.close();
    this.#stream = undefined;
  }

  catchUp(): void {
    this.#catchUps += 1;
    const time = this.#catchUps;
    const stream = this.#stream;
    const onDone = () => {
      if (this.#stream === stream && this.#catchUps === time) this.#listener.onCaughtUp();
    };
    if (stream?.catchUp) stream.catchUp(onDone);
    else onDone();
  }
}

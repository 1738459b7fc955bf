import type { LoadFailure, MessageFromRecognizer } from '@workspace/on-device/messages';
import type { RecognizerListener, RecognizerProcess } from '@workspace/on-device/recognizer';

/** The recognizer's process, which loads when the test says so, and recognizes what the test says. */
export class FakeRecognizer {
  /** The text of every sound. */
  text = '';
  /** Whether it loads at once. */
  isQuick = true;
  /** Why it can't be loaded. */
  failure: LoadFailure | undefined;
  /** Why it can't even be started. */
  launchFailure: Error | undefined;
  /** How many processes were started, and run now. */
  launches = 0;
  running = 0;
  #load = () => {};

  readonly launch = (listener: RecognizerListener): RecognizerProcess => {
    if (this.launchFailure) throw this.launchFailure;
    this.launches += 1;
    this.running += 1;
    let isRunning = true;
    const waiting: MessageFromRecognizer[] = [];
    let isLoaded = false;
    const emit = (message: MessageFromRecognizer) => {
      if (!isLoaded) waiting.push(message);
      else queueMicrotask(() => isRunning && listener.onMessage(message));
    };
    this.#load = () => {
      isLoaded = true;
      const { failure } = this;
      emit(failure ? { type: 'load-failed', failure } : { type: 'ready' });
      for (const message of waiting.splice(0)) emit(message);
    };
    if (this.isQuick) this.#load();
    return {
      send: (message) => {
        if (message.type === 'recognize') emit({ type: 'text', id: message.id, text: this.text, tokens: [] });
      },
      end: () => {
        isRunning = false;
        this.running -= 1;
        return Promise.resolve();
      },
    };
  };

  /** The process that was started last has loaded, or failed to. */
  load(): void {
    this.#load();
  }
}

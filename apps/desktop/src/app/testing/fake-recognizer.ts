import type { LoadFailure, MessageFromRecognizer } from '@workspace/on-device/messages';
import type { RecognizerListener, RecognizerProcess } from '@workspace/on-device/recognizer';

/** The recognizer's process, which loads when the test says so, and recognizes what the test says. */
export class FakeRecognizer {
  /** The text recognized in any sound. */
  text = '';
  /** Whether it loads immediately. */
  isQuick = true;
  /** Why it can't load. */
  failure: LoadFailure | undefined;
  /** Why it can't even start. */
  launchFailure: Error | undefined;
  /** How many processes have been started, and how many are running. */
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

  /** Lets the last started process finish loading, or fail to. */
  load(): void {
    this.#load();
  }
}

import type { MessageFromRecognizer, MessageToRecognizer } from '../messages.ts';
import type { RecognizerListener, RecognizerProcess } from '../recognizer.ts';

export type JobMessage = Extract<MessageToRecognizer, { type: 'recognize' }>;

/** A fake recognizer's process, played by the test. */
export class FakeRecognizerProcess implements RecognizerProcess {
  readonly #listener: RecognizerListener;
  readonly #onSent: (message: MessageToRecognizer, process: FakeRecognizerProcess) => void;
  /** All messages sent to it. */
  readonly received: MessageToRecognizer[] = [];
  /** Whether it was ended or has crashed. */
  isOver = false;

  constructor(
    listener: RecognizerListener,
    onSent: (message: MessageToRecognizer, process: FakeRecognizerProcess) => void,
  ) {
    this.#listener = listener;
    this.#onSent = onSent;
  }

  send(message: MessageToRecognizer): void {
    if (this.isOver) return;
    this.received.push(message);
    this.#onSent(message, this);
  }

  end(): Promise<void> {
    this.isOver = true;
    return Promise.resolve();
  }

  /** The jobs that were sent to it and not canceled. */
  get jobs(): JobMessage[] {
    const calledOff = new Set(this.received.flatMap((message) => (message.type === 'cancel' ? [message.id] : [])));
    return this.received.filter((message): message is JobMessage => {
      return message.type === 'recognize' && !calledOff.has(message.id);
    });
  }

  say(message: MessageFromRecognizer): void {
    if (!this.isOver) this.#listener.onMessage(message);
  }

  /** Answers a job. */
  answer(id: number, text: string | null, tokens: readonly number[] = []): void {
    this.say({ type: 'text', id, text, tokens });
  }

  crash(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#listener.onExit();
  }
}

/** Launches fake processes, and records them. */
export class FakeLauncher {
  readonly processes: FakeRecognizerProcess[] = [];
  /** Called with each message sent to a process, during `send`: answers must come later. */
  onSent: (message: MessageToRecognizer, process: FakeRecognizerProcess) => void = () => {};
  onLaunch: (process: FakeRecognizerProcess) => void = () => {};

  readonly launch = (listener: RecognizerListener): RecognizerProcess => {
    const process = new FakeRecognizerProcess(listener, (message, sentTo) => this.onSent(message, sentTo));
    this.processes.push(process);
    this.onLaunch(process);
    return process;
  };

  /** The last one launched. */
  get last(): FakeRecognizerProcess {
    return this.processes.at(-1)!;
  }
}

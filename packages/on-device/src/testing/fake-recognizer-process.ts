import type { MessageFromRecognizer, MessageToRecognizer } from '../messages.ts';
import type { RecognizerListener, RecognizerProcess } from '../recognizer.ts';

export type JobMessage = Extract<MessageToRecognizer, { type: 'recognize' }>;

/** A recognizer's process that a test plays. */
export class FakeRecognizerProcess implements RecognizerProcess {
  readonly #listener: RecognizerListener;
  readonly #onSent: (message: MessageToRecognizer, process: FakeRecognizerProcess) => void;
  /** All messages that it was sent. */
  readonly received: MessageToRecognizer[] = [];
  /** It was ended, or ended by itself. */
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

  /** The jobs that it was given and that were not called off. */
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

/** Launches fake processes, and remembers them. */
export class FakeLauncher {
  readonly processes: FakeRecognizerProcess[] = [];
  /** Called with what a process is sent, during `send`: what it answers must come later. */
  onSent: (message: MessageToRecognizer, process: FakeRecognizerProcess) => void = () => {};
  onLaunch: (process: FakeRecognizerProcess) => void = () => {};

  readonly launch = (listener: RecognizerListener): RecognizerProcess => {
    const process = new FakeRecognizerProcess(listener, (message, sentTo) => this.onSent(message, sentTo));
    this.processes.push(process);
    this.onLaunch(process);
    return process;
  };

  /** The one that was launched last. */
  get last(): FakeRecognizerProcess {
    return this.processes.at(-1)!;
  }
}

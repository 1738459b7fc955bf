import type { Clock } from '@workspace/speech/clock';
import type { SttError } from '@workspace/speech/provider';
import { millisecondsOf } from '@workspace/speech/samples';
import { RECOGNIZER } from './limits.ts';
import type { MessageFromRecognizer, MessageToRecognizer } from './messages.ts';
import { loadError, stoppedError } from './recognizer-errors.ts';

/** A process or worker in which `serveRecognizer` runs. */
export interface RecognizerProcess {
  send(message: MessageToRecognizer): void;
  /** Ends it at once. Its listener isn't called any more. Resolves once it is gone. */
  end(): Promise<void>;
}

export interface RecognizerListener {
  onMessage(message: MessageFromRecognizer): void;
  /** It ended by itself. Once, and last. */
  onExit(): void;
}

export interface RecognizerPorts {
  clock: Clock;
  /** Starts a process. The listener is called only after this has returned. */
  launch(listener: RecognizerListener): RecognizerProcess;
}

/** `freed`: nothing is in memory; it loads when it is needed. */
export type RecognizerState = 'freed' | 'loading' | 'ready' | 'failed';

/** Sound to be understood; see `Phrase` in `model/recognize.ts`. */
export interface Sound {
  samples: Int16Array;
  draft: readonly number[];
  final: boolean;
}

export interface SoundListener {
  /** Null: a provisional text that is not fit to be shown. */
  onText(text: string | null, tokens: readonly number[]): void;
  onError(error: SttError): void;
}

interface Job {
  id: number;
  sound: Sound;
  listener: SoundListener;
  crashes: number;
}

/**
 * The one recognizer of a program. Its process is started when it is first needed, started again if it crashes or
 * stalls, with all that it had not answered, and ended five minutes after its last use.
 */
export class Recognizer {
  readonly #ports: RecognizerPorts;
  readonly #onChange: (state: RecognizerState) => void;
  #state: RecognizerState = 'freed';
  #process: RecognizerProcess | undefined;
  /** Not answered yet, in the order in which they are done. */
  #jobs: Job[] = [];
  #jobCount = 0;
  #users = 0;
  #crashesWhileLoading = 0;
  #stopWaiting = () => {};
  #stopKeeping = () => {};

  constructor(ports: RecognizerPorts, onChange: (state: RecognizerState) => void = () => {}) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  get state(): RecognizerState {
    return this.#state;
  }

  /** Loads the model, if it isn't. */
  prepare(): void {
    if (this.#process === undefined) this.#launch();
    this.#keep();
  }

  /** Keeps the model in memory until the returned function is called, and for a while after. */
  use(): () => void {
    this.#users += 1;
    this.prepare();
    let isUsed = true;
    return () => {
      if (!isUsed) return;
      isUsed = false;
      this.#users -= 1;
      this.#keep();
    };
  }

  /** Recognizes audio. The listener is called once, after this has returned, unless the returned function is called. */
  recognize(sound: Sound, listener: SoundListener): () => void {
    this.#jobCount += 1;
    const job: Job = { id: this.#jobCount, sound, listener, crashes: 0 };
    const isRunning = this.#process !== undefined;
    this.#jobs.push(job);
    this.prepare();
    // A process that was started just now has been sent it.
    if (isRunning) this.#send(job);
    if (this.#jobs.length === 1) this.#await();
    return () => this.#callOff(job);
  }

  /** Ends the process and frees its memory. Jobs that wait are never answered. Resolves once the process is gone. */
  free(): Promise<void> {
    this.#jobs = [];
    this.#crashesWhileLoading = 0;
    const ended = this.#endProcess();
    this.#setState('freed');
    return ended;
  }

  #launch(): void {
    this.#setState('loading');
    const process: RecognizerProcess = this.#tryLaunch({
      onMessage: (message) => {
        if (this.#process === process) this.#handle(message);
      },
      onExit: () => {
        if (this.#process === process) this.#handleCrash();
      },
    });
    this.#process = process;
    for (const job of this.#jobs) this.#send(job);
    this.#await();
  }

  /** A process that can't even start is reported like a model that can't be loaded: part of the installation is missing. */
  #tryLaunch(listener: RecognizerListener): RecognizerProcess {
    try {
      return this.#ports.launch(listener);
    } catch {
      Promise.resolve().then(() => listener.onMessage({ type: 'load-failed', failure: 'missing' }));
      return { send: () => {}, end: () => Promise.resolve() };
    }
  }

  #send({ id, sound }: Job): void {
    this.#process?.send({ type: 'recognize', id, ...sound });
  }

  #handle(message: MessageFromRecognizer): void {
    switch (message.type) {
      case 'ready':
        this.#crashesWhileLoading = 0;
        this.#setState('ready');
        break;
      case 'load-failed':
        this.#fail(loadError(message.failure));
        return;
      case 'text': {
        const job = this.#jobs.find(({ id }) => id === message.id);
        if (job === undefined) return;
        this.#jobs = this.#jobs.filter((other) => other !== job);
        job.listener.onText(message.text, message.tokens);
        break;
      }
    }
    this.#await();
    this.#keep();
  }

  #callOff(job: Job): void {
    if (!this.#jobs.includes(job)) return;
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#process?.send({ type: 'cancel', id: job.id });
    this.#await();
    this.#keep();
  }

  /** The process is gone, or does not answer. What it had not answered is done by a new one. */
  #handleCrash(): void {
    void this.#endProcess();
    const isLoading = this.#state === 'loading';
    this.#crashesWhileLoading += isLoading ? 1 : 0;
    if (this.#crashesWhileLoading >= RECOGNIZER.maxCrashes) {
      this.#fail(stoppedError());
      return;
    }
    this.#setState('freed');
    const [job] = this.#jobs;
    if (job === undefined) return;
    job.crashes += isLoading ? 0 : 1;
    if (job.crashes < RECOGNIZER.maxCrashes) {
      this.#launch();
      return;
    }
    this.#jobs.shift();
    if (this.#jobs.length > 0) this.#launch();
    job.listener.onError(stoppedError());
  }

  /** Recognition is unavailable. The next request makes a new attempt. */
  #fail(error: SttError): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    this.#crashesWhileLoading = 0;
    void this.#endProcess();
    this.#setState('failed');
    for (const { listener } of jobs) listener.onError(error);
  }

  #endProcess(): Promise<void> {
    this.#stopWaiting();
    this.#stopKeeping();
    const process = this.#process;
    this.#process = undefined;
    return process?.end() ?? Promise.resolve();
  }

  /** Waits for what comes next from the process. One that stays silent for too long has stalled. */
  #await(): void {
    this.#stopWaiting();
    const [job] = this.#jobs;
    const loadingMs = this.#state === 'loading' ? RECOGNIZER.loadingMs : 0;
    const answerMs = job
      ? RECOGNIZER.answerMs + RECOGNIZER.answerPerAudio * millisecondsOf(job.sound.samples.length)
      : 0;
    if (this.#process === undefined || loadingMs + answerMs === 0) return;
    this.#stopWaiting = this.#after(loadingMs + answerMs, () => this.#handleCrash());
  }

  /** Begins the time for which the model is kept, unless it is in use. */
  #keep(): void {
    this.#stopKeeping();
    if (this.#users > 0 || this.#jobs.length > 0 || this.#process === undefined) return;
    this.#stopKeeping = this.#ports.clock.schedule(RECOGNIZER.keepMs, () => void this.free());
  }

  /** As the clock's `schedule`, but if the machine slept meanwhile the wait begins anew. */
  #after(delayMs: number, callback: () => void): () => void {
    const { clock } = this.#ports;
    const dueAt = clock.now() + delayMs;
    let stop = clock.schedule(delayMs, () => {
      if (clock.now() < dueAt + RECOGNIZER.sleptMs) callback();
      else stop = this.#after(delayMs, callback);
    });
    return () => stop();
  }

  #setState(state: RecognizerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }
}

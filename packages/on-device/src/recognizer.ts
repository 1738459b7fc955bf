import type { Clock } from '@workspace/speech/clock';
import type { SttError } from '@workspace/speech/provider';
import { millisecondsOf } from '@workspace/speech/samples';
import { RECOGNIZER } from './limits.ts';
import type { MessageFromRecognizer, MessageToRecognizer } from './messages.ts';
import { loadError, stoppedError } from './recognizer-errors.ts';

/** A process or worker in which `serveRecognizer` runs. */
export interface RecognizerProcess {
  send(message: MessageToRecognizer): void;
  /** Ends it at once. Its listener isn't called anymore. Resolves once it has exited. */
  end(): Promise<void>;
}

export interface RecognizerListener {
  onMessage(message: MessageFromRecognizer): void;
  /** It exited unexpectedly. Called once, after all messages. */
  onExit(): void;
}

export interface RecognizerPorts {
  clock: Clock;
  /** Starts a process. The listener is called only after this has returned. */
  launch(listener: RecognizerListener): RecognizerProcess;
}

/** `freed`: not in memory; loaded when needed. */
export type RecognizerState = 'freed' | 'loading' | 'ready' | 'failed';

/** Sound to recognize; see `Phrase` in `model/recognize.ts`. */
export interface Sound {
  samples: Int16Array;
  draft: readonly number[];
  final: boolean;
}

export interface SoundListener {
  /** Null if the text is provisional and too doubtful to show. */
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
 * The single recognizer of a program. Its process is started when first needed, restarted with all unanswered jobs if
 * it crashes or stalls, and ended five minutes after its last use.
 */
export class Recognizer {
  readonly #ports: RecognizerPorts;
  readonly #onChange: (state: RecognizerState) => void;
  #state: RecognizerState = 'freed';
  #process: RecognizerProcess | undefined;
  /** Unanswered jobs, in the order in which they are done. */
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

  /** Loads the model, unless it is loaded or loading. */
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
    // A process that was only just started has been sent the job already.
    if (isRunning) this.#send(job);
    if (this.#jobs.length === 1) this.#await();
    return () => this.#callOff(job);
  }

  /** Ends the process and frees its memory. Pending jobs are never answered. Resolves once the process has exited. */
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

  /** Reports a process that can't even start like a model that can't be loaded: the installation is incomplete. */
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

  /** Handles a process that has exited or does not answer. A new one gets its unanswered jobs. */
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

  /** Recognition is unavailable: all jobs fail. The next request tries again. */
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

  /** Restarts the timeout for the process's next message. A process that stays silent for too long has stalled. */
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

  /** Restarts the timer after which the model is freed, unless it is in use. */
  #keep(): void {
    this.#stopKeeping();
    if (this.#users > 0 || this.#jobs.length > 0 || this.#process === undefined) return;
    this.#stopKeeping = this.#ports.clock.schedule(RECOGNIZER.keepMs, () => void this.free());
  }

  /** Like the clock's `schedule`, but the wait starts over if the machine slept meanwhile. */
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

import { SAMPLE_RATE, type SttError } from '@workspace/speech/provider';
import { samplesIn } from '@workspace/speech/samples';
import {
  type Capture,
  type CaptureEffect,
  type CaptureEvent,
  type CaptureStop,
  type CaptureTimer,
  IDLE,
  reduceCapture,
} from './capture.ts';
import {
  type DictationMode,
  type GestureEvent,
  type GestureState,
  INITIAL_GESTURE_STATE,
  reduceGesture,
} from './gesture.ts';
import { InsertionQueue } from './insertion.ts';
import type {
  Inserter,
  InsertionOutcome,
  Microphone,
  MicrophoneFailure,
  MicrophoneStream,
  WallClock,
} from './ports.ts';
import type { Replacement } from './replacements.ts';
import { appendText } from './spacing.ts';
import { type Recognition, TakeRunner, type TakeSurroundings } from './take-runner.ts';
import { isOver, type TakePhase } from './take-state.ts';
import { type Piece, textSoFar } from './transcript.ts';
import { CAPTURE } from './tuning.ts';
import type { UsageLedger } from './usage-ledger.ts';

export interface EnginePorts {
  clock: WallClock;
  microphone: Microphone;
  inserter: Inserter;
  usage: Pick<UsageLedger, 'record'>;
}

/** What the user has chosen. Read anew for each take, and for a retry. */
export interface EngineSettings {
  recognition(): Recognition;
  replacements(): readonly Replacement[];
}

/** A take as it is shown. */
export interface TakeView {
  id: number;
  mode: DictationMode;
  phase: TakePhase;
  /** The host that audio goes to. */
  host: string;
  /** All text understood so far, the provisional included. */
  text: string;
  /** What has become text, in the order of the audio. */
  pieces: readonly Piece[];
  audioSeconds: number;
  /** US dollars per minute of audio, where the model's price is known. */
  pricePerMinute?: number;
  /** What is wrong at the moment; with `failed`, why. */
  error?: SttError;
  /** Recognition on this computer has taken over from the provider, which failed for this reason. Nothing is wrong but that. */
  backup?: { reason: SttError };
  /** So much of the audio became text on this computer. */
  backupSeconds: number;
  /** Connecting to the provider again, or about to. */
  reconnecting: boolean;
  /** The text is late. */
  slow: boolean;
}

export interface EngineView {
  capture: Capture['state'];
  /** Microphone level in dB below full scale, while it is open. */
  level: number;
  /** In the order in which they were spoken; finished ones are gone. Failed ones stay while they can be retried. */
  takes: TakeView[];
  /** The last text that was to be inserted, to be pasted again. */
  lastText?: string;
}

export type EngineNotice =
  /** The recording ended by itself, and with it this take. */
  | { type: 'recording-stopped'; take: number; by: CaptureStop }
  | { type: 'silence' }
  /** Text of a take could not be put into its field. `text`: all of the take that was to be inserted up to now. */
  | { type: 'not-inserted'; take: number; outcome: Exclude<InsertionOutcome, 'inserted'>; text: string };

export interface EngineListener {
  /** Something in the view changed. May come very often: draw at leisure. */
  onChange?(): void;
  onNotice?(notice: EngineNotice): void;
  /** A take is done, failed, expired or cancelled; the view as it was then. A failed one may be over again after a retry. */
  onTakeOver?(take: TakeView): void;
}

/**
 * Dictation: turns gestures and sound into inserted text. Holds at most one recording, and as many takes as are still
 * on their way to text.
 */
export class Engine {
  readonly #ports: EnginePorts;
  readonly #settings: EngineSettings;
  readonly #listener: EngineListener;
  readonly #surroundings: TakeSurroundings;
  readonly #insertions: InsertionQueue;
  readonly #timers = new Map<CaptureTimer, () => void>();
  #gesture: GestureState = INITIAL_GESTURE_STATE;
  #capture: Capture = IDLE;
  #microphone: MicrophoneStream | undefined;
  #takes: TakeRunner[] = [];
  /** The take that is being recorded. */
  #current: TakeRunner | undefined;
  #takesBegun = 0;
  /** Counts how often the microphone was to catch up: only the last time matters. */
  #catchUps = 0;
  /** The last text that was to be inserted, and its take. */
  #last: { take: number; text: string } | undefined;

  constructor(ports: EnginePorts, settings: EngineSettings, listener: EngineListener = {}) {
    this.#ports = ports;
    this.#settings = settings;
    this.#listener = listener;
    this.#insertions = new InsertionQueue(ports, () => settings.replacements());
    this.#surroundings = {
      clock: ports.clock,
      inserter: ports.inserter,
      insertions: this.#insertions,
      onChange: () => this.#listener.onChange?.(),
      onOver: (runner) => this.#noteOver(runner),
      onInsertion: (take, outcome, text) => this.#noteInsertion(take, outcome, text),
      onUsage: (time) => ports.usage.record(time),
    };
  }

  /** Takes a key event, or a reading of the keyboard. Answers whether the hold chord's real state must be read on. */
  gesture(event: GestureEvent): { watchHold: boolean } {
    const { state, outputs } = reduceGesture(this.#gesture, event);
    this.#gesture = state;
    for (const output of outputs) {
      if (output.type === 'start') this.#hear({ type: 'start', mode: output.mode });
      else if (output.type === 'stop') this.#stop();
      else this.#cancel();
    }
    return { watchHold: this.#gesture.holdDown };
  }

  /** Tries a failed take again, from the audio in memory, by what the user has chosen now. */
  retry(takeId: number): void {
    this.#takes.find(({ id }) => id === takeId)?.retry(this.#settings.recognition());
  }

  /** The machine is about to sleep, or the screen to lock: the recording ends, its text is kept. */
  sleep(): void {
    this.gesture({ type: 'sleep' });
    this.#hear({ type: 'sleep' });
  }

  /** The machine woke up: connections are made anew. */
  wake(): void {
    for (const take of [...this.#takes]) take.dispatch({ type: 'woke' });
  }

  /** Ends and forgets everything: recording, takes, the last text. */
  forget(): void {
    this.gesture({ type: 'cancel-pressed' });
    for (const take of [...this.#takes]) take.dispatch({ type: 'cancel' });
    this.#insertions.forget();
    this.#last = undefined;
  }

  view(): EngineView {
    return {
      capture: this.#capture.state,
      level: this.#current?.level ?? -100,
      takes: this.#takes.map(viewOf),
      ...(this.#last ? { lastText: this.#last.text } : {}),
    };
  }

  #stop(): void {
    this.#current?.noteRelease();
    this.#hear({ type: 'stop' });
  }

  #cancel(): void {
    this.#hear({ type: 'cancel' });
    for (const runner of [...this.#takes]) if (!isOver(runner.take)) runner.dispatch({ type: 'cancel' });
  }

  #hear(event: CaptureEvent): void {
    const { capture, effects } = reduceCapture(this.#capture, event);
    this.#capture = capture;
    for (const effect of effects) this.#perform(effect);
    this.#listener.onChange?.();
  }

  #perform(effect: CaptureEffect): void {
    switch (effect.type) {
      case 'open-microphone':
        this.#openMicrophone();
        break;
      case 'close-microphone':
        this.#microphone?.close();
        this.#microphone = undefined;
        break;
      case 'begin-take':
        this.#beginTake(effect.mode);
        break;
      case 'end-take':
        this.#endTake(effect.released);
        break;
      case 'cancel-take':
        this.#current?.dispatch({ type: 'cancel' });
        this.#current = undefined;
        break;
      case 'commit-phrase':
        this.#current?.commitPhrase();
        break;
      case 'catch-up':
        this.#catchUp();
        break;
      case 'stopped':
        this.gesture({ type: 'ended' });
        this.#listener.onNotice?.({ type: 'recording-stopped', take: this.#takesBegun, by: effect.by });
        return;
      case 'warn-of-silence':
        this.#listener.onNotice?.({ type: 'silence' });
        break;
      case 'start-timer':
        this.#startTimer(effect.timer, effect.delayMs);
        break;
      case 'stop-timers':
        for (const stop of this.#timers.values()) stop();
        this.#timers.clear();
        break;
    }
  }

  #openMicrophone(): void {
    const stream: MicrophoneStream = this.#ports.microphone.open({
      onSamples: (samples) => {
        if (this.#microphone === stream) this.#hearSamples(samples);
      },
      onEnd: (failure?: MicrophoneFailure) => {
        if (this.#microphone !== stream) return;
        this.#hear({ type: 'microphone-ended', ...(failure ? { failure } : {}) });
      },
    });
    this.#microphone = stream;
  }

  #catchUp(): void {
    this.#catchUps += 1;
    const time = this.#catchUps;
    const stream = this.#microphone;
    const onDone = () => {
      if (this.#microphone === stream && this.#catchUps === time) this.#hear({ type: 'caught-up' });
    };
    if (stream?.catchUp) stream.catchUp(onDone);
    else onDone();
  }

  /** Hands samples to the take; where that is full, the rest to the next one. */
  #hearSamples(samples: Int16Array): void {
    const room = TAKE_LIMIT_SAMPLES - (this.#current?.take.captured ?? 0);
    const [now, later] = [samples.subarray(0, room), samples.subarray(room)];
    this.#current?.hear(now);
    this.#hear({ type: 'samples', count: now.length, silenceMs: this.#current?.silenceMs ?? 0 });
    if (later.length === 0 || this.#capture.state === 'idle') return;
    this.#hear({ type: 'take-full' });
    this.#hearSamples(later);
  }

  #beginTake(mode: DictationMode): void {
    this.#takesBegun += 1;
    const take = new TakeRunner(this.#takesBegun, mode, this.#settings.recognition(), this.#surroundings);
    this.#takes.push(take);
    this.#current = take;
  }

  #endTake(released: boolean): void {
    const ended = this.#current;
    this.#current = undefined;
    if (released) {
      for (const earlier of [...this.#takes]) if (earlier !== ended) earlier.dispatch({ type: 'released' });
    }
    ended?.endAudio(released);
  }

  #noteOver(runner: TakeRunner): void {
    if (runner.take.phase !== 'failed') this.#takes = this.#takes.filter((take) => take !== runner);
    this.#listener.onTakeOver?.(viewOf(runner));
  }

  #noteInsertion(takeId: number, outcome: InsertionOutcome, text: string): void {
    const before = this.#last?.take === takeId ? this.#last.text : '';
    const last = { take: takeId, text: appendText(before, text) };
    this.#last = last;
    if (outcome !== 'inserted') this.#listener.onNotice?.({ type: 'not-inserted', outcome, ...last });
  }

  #startTimer(timer: CaptureTimer, delayMs: number): void {
    this.#timers.get(timer)?.();
    const stop = this.#ports.clock.schedule(delayMs, () => {
      this.#timers.delete(timer);
      this.#hear({ type: 'timer', timer });
    });
    this.#timers.set(timer, stop);
  }
}

function viewOf(runner: TakeRunner): TakeView {
  const { take } = runner;
  const { provider, config } = runner.recognition;
  const { host } = provider;
  const pricePerMinute = provider.models.find(({ id }) => id === config.model)?.pricePerMinute;
  return {
    id: runner.id,
    mode: take.mode,
    phase: take.phase,
    host,
    text: textSoFar(take.transcript),
    pieces: take.transcript.pieces,
    audioSeconds: take.captured / SAMPLE_RATE,
    backupSeconds: take.backupSamples / SAMPLE_RATE,
    reconnecting:
      !take.backup && (take.link.type === 'waiting' || (take.link.type === 'connecting' && take.session > 1)),
    slow: take.slow,
    ...(pricePerMinute !== undefined ? { pricePerMinute } : {}),
    ...(take.error ? { error: take.error } : {}),
    ...(take.backup ? { backup: take.backup } : {}),
  };
}

const TAKE_LIMIT_SAMPLES = samplesIn(CAPTURE.takeLimitMs);

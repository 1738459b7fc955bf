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
import { type EditingPorts, VoiceEdit } from './edit.ts';
import {
  type DictationKey,
  type DictationManner,
  type GestureEvent,
  type GestureState,
  INITIAL_GESTURE_STATE,
  isInterfering,
  reduceGesture,
} from './gesture.ts';
import { HeldKey } from './held-key.ts';
import { InsertionQueue } from './insertion.ts';
import { LastText } from './last-text.ts';
import { MicrophoneInput } from './microphone-input.ts';
import { type Inserter, isInserted, type Microphone, type NotInserted, type WallClock } from './ports.ts';
import { type Dictation, type InsertionResult, NOTHING_DELIVERED, type ReturnMiss } from './return-key.ts';
import { type DictatedTime, type Recognition, type TakeDependencies, TakeRunner } from './take-runner.ts';
import { isOver } from './take-state.ts';
import { type TakeView, viewOf } from './take-view.ts';
import { TentativeTake } from './tentative-take.ts';
import { Timers } from './timers.ts';
import { CAPTURE } from './tuning.ts';
import type { WritingSettings } from './writing.ts';

export interface EnginePorts {
  clock: WallClock;
  microphone: Microphone;
  inserter: Inserter;
  /** What voice edits need; absent if there are none. */
  editing?: EditingPorts;
}

/** The user's settings, read again for each take and each retry. */
export interface EngineSettings {
  /** `app`: the one that has the focus at key-down. */
  recognition(app: string | undefined): Recognition;
  /** `app`: the one that gets the text, from its target. */
  writing(app: string | undefined): WritingSettings;
}

export interface EngineView {
  capture: Capture['state'];
  /** Microphone level in dB below full scale, while it is open. */
  level: number;
  /** In the order in which they were spoken, without finished ones. Failed ones stay while they can be retried. */
  takes: TakeView[];
  /** The last text meant for insertion, so that it can be pasted again. */
  lastText?: string;
  /** The last dictation that was tidied up, as heard. */
  lastAsHeard?: string;
}

export type EngineNotice =
  /** The recording ended on its own, and with it this take. */
  | { type: 'recording-stopped'; take: number; by: CaptureStop }
  | { type: 'silence' }
  /** Text of a take could not be put into its field. `text`: everything of the take meant for insertion so far. */
  | { type: 'not-inserted'; take: number; outcome: NotInserted; text: string }
  /** Return was asked for but not pressed; the text is in its field. */
  | { type: 'return-missed'; take: number; why: ReturnMiss };

export interface EngineListener {
  /** The view changed. May be called very often: throttle drawing. */
  onChange?(): void;
  onNotice?(notice: EngineNotice): void;
  /**
   * A take is done, failed, expired or cancelled; `take`: its view at that time. A retried take is over again later.
   */
  onTakeOver?(take: TakeView): void;
  /** Speech became text: its seconds count, once per take. */
  onDictated?(time: DictatedTime): void;
}

/**
 * Dictation: turns gestures and sound into inserted text. Holds at most one recording, and all takes still on their way
 * to text.
 */
export class Engine {
  /** The key that keeps a dictation going, if simulated keys must wait for its release. */
  readonly heldKey = new HeldKey();
  readonly #ports: EnginePorts;
  readonly #settings: EngineSettings;
  readonly #listener: EngineListener;
  readonly #dependencies: TakeDependencies;
  readonly #insertions: InsertionQueue;
  readonly #timers: Timers<CaptureTimer>;
  readonly #microphone: MicrophoneInput;
  #gesture: GestureState = INITIAL_GESTURE_STATE;
  #capture: Capture = IDLE;
  #takes: TakeRunner[] = [];
  /** The take being recorded. */
  #current: TakeRunner | undefined;
  /** The live dictation. */
  #dictation: Dictation | undefined;
  #takesBegun = 0;
  #tentative: TentativeTake | undefined;
  readonly #lastText = new LastText();

  constructor(ports: EnginePorts, settings: EngineSettings, listener: EngineListener = {}) {
    this.#ports = ports;
    this.#settings = settings;
    this.#listener = listener;
    this.#timers = new Timers(ports.clock, (timer) => this.#handleTimer(timer));
    this.#microphone = new MicrophoneInput(ports.microphone, {
      onSamples: (samples) => this.#handleSamples(samples),
      onEnd: (failure) => this.#handle({ type: 'microphone-ended', ...(failure ? { failure } : {}) }),
      onCaughtUp: () => this.#handle({ type: 'caught-up' }),
    });
    this.#insertions = new InsertionQueue({ ...ports, heldKey: this.heldKey }, (app) => settings.writing(app));
    this.#dependencies = {
      clock: ports.clock,
      inserter: ports.inserter,
      insertions: this.#insertions,
      onChange: () => this.#listener.onChange?.(),
      onOver: (runner) => this.#handleOver(runner),
      writing: (app) => settings.writing(app),
      onInsertion: (take, result) => this.#handleInsertion(take, result),
      onReturnMissed: (take, why) => this.#listener.onNotice?.({ type: 'return-missed', take, why }),
      onDictated: (time) => this.#listener.onDictated?.(time),
    };
  }

  /** Handles a key event, or a reading of the keyboard. Returns the keys whose real state must still be polled. */
  gesture(event: GestureEvent): { watch: readonly DictationKey[] } {
    const { state, outputs } = reduceGesture(this.#gesture, event, this.#ports.clock.now());
    this.#gesture = state;
    this.heldKey.set(isInterfering(state));
    for (const output of outputs) {
      if (output.type === 'stop') this.#stop();
      else if (output.type === 'cancel') this.#cancel();
      else this.#handle(output);
    }
    // The recording may have ended on its own before, so that the gesture has nothing left to drop.
    if (event.type === 'combined' && !state.live) this.#forgetTentative();
    return { watch: this.#gesture.down };
  }

  /** Retries a failed take from the audio in memory, with the user's current settings. */
  retry(takeId: number): void {
    const take = this.#takes.find(({ id }) => id === takeId);
    take?.retry(this.#settings.recognition(take.app));
  }

  /** Prepares for sleep or a locked screen: the recording ends, its text is kept. */
  sleep(): void {
    this.gesture({ type: 'sleep' });
    this.#handle({ type: 'sleep' });
    this.#insertions.endCleanUps();
  }

  /** Reconnects after the machine has woken up. */
  wake(): void {
    for (const take of [...this.#takes]) take.dispatch({ type: 'woke' });
  }

  /** Ends and forgets everything: recording, takes, the last text. */
  forget(): void {
    this.gesture({ type: 'cancel-pressed' });
    for (const take of [...this.#takes]) take.dispatch({ type: 'cancel' });
    this.#insertions.forget();
    this.#lastText.forget();
  }

  view(): EngineView {
    // A dictation that may be an accident is not shown.
    const tentative = this.#tentative?.id;
    const { text: lastText, asHeard: lastAsHeard } = this.#lastText;
    return {
      capture: tentative === undefined ? this.#capture.state : 'idle',
      level: this.#current?.audio.level ?? -100,
      takes: this.#takes.filter(({ id }) => id !== tentative).map(viewOf),
      ...(lastText !== undefined ? { lastText } : {}),
      ...(lastAsHeard !== undefined ? { lastAsHeard } : {}),
    };
  }

  #stop(): void {
    this.#current?.handleRelease();
    this.#tentative?.handleRelease();
    this.#handle({ type: 'stop' });
  }

  #cancel(): void {
    this.#handle({ type: 'cancel' });
    // A take that failed may still have text on its way.
    const awaited = this.#takes.filter(({ take }) => !isOver(take) || take.insertions > 0);
    for (const runner of awaited) runner.dispatch({ type: 'cancel' });
  }

  #handle(event: CaptureEvent): void {
    const { capture, effects } = reduceCapture(this.#capture, event);
    this.#capture = capture;
    for (const effect of effects) this.#perform(effect);
    this.#listener.onChange?.();
  }

  #perform(effect: CaptureEffect): void {
    switch (effect.type) {
      case 'open-microphone':
        this.#microphone.open();
        break;
      case 'close-microphone':
        this.#microphone.close();
        break;
      case 'begin-take':
        this.#beginTake(effect);
        break;
      case 'change-take':
        this.#current?.change(effect.manner);
        break;
      case 'end-take':
        this.#endTake(effect);
        break;
      case 'drop-take':
        this.#current = undefined;
        this.#dictation = undefined;
        for (const runner of [...this.#takes]) if (!runner.take.released) this.#drop(runner);
        break;
      case 'cancel-take':
        this.#current?.dispatch({ type: 'cancel' });
        this.#current = undefined;
        this.#dictation = undefined;
        break;
      case 'commit-phrase':
        this.#current?.commitPhrase();
        break;
      case 'catch-up':
        this.#microphone.catchUp();
        break;
      case 'stopped':
        this.gesture({ type: 'ended' });
        this.#notifyStopped(effect.by);
        return;
      case 'warn-of-silence':
        this.#listener.onNotice?.({ type: 'silence' });
        break;
      case 'start-timer':
        this.#timers.start(effect.timer, effect.delayMs);
        break;
      case 'stop-timers':
        this.#timers.stopAll();
        break;
    }
  }

  #handleTimer(timer: CaptureTimer): void {
    // A recording that is read slowly is not a lost microphone.
    if (this.#ports.microphone.isPlayback && timer !== 'tail-limit') return;
    this.#handle({ type: 'timer', timer });
  }

  /** Hands samples to the take; if that is full, the rest to the next one. */
  #handleSamples(samples: Int16Array): void {
    const room = TAKE_LIMIT_SAMPLES - (this.#current?.take.captured ?? 0);
    const [now, later] = [samples.subarray(0, room), samples.subarray(room)];
    this.#current?.process(now);
    const silenceMs = this.#ports.microphone.isPlayback ? 0 : (this.#current?.audio.phrasing.silenceMs ?? 0);
    this.#handle({ type: 'samples', count: now.length, silenceMs });
    if (later.length === 0 || this.#capture.state === 'idle') return;
    this.#handle({ type: 'take-full' });
    this.#handleSamples(later);
  }

  #beginTake({ manner, tentative }: { manner: DictationManner; tentative: boolean }): void {
    this.#confirm();
    this.#takesBegun += 1;
    const id = this.#takesBegun;
    if (tentative) this.#tentative = new TentativeTake(id, this.#ports.clock, () => this.#confirm());
    this.#dictation ??= {
      manner,
      edit: manner.edit ? this.#beginEdit() : undefined,
      delivery: NOTHING_DELIVERED,
      unfinished: new Set(),
      isFinished: false,
    };
    const beginning = {
      id,
      dictation: this.#dictation,
      tentative,
      recognition: (app: string | undefined) => this.#settings.recognition(app),
    };
    const take = new TakeRunner(beginning, this.#dependencies);
    this.#takes.push(take);
    this.#current = take;
  }

  #beginEdit(): VoiceEdit {
    const { clock, inserter, editing } = this.#ports;
    return new VoiceEdit({
      clock,
      heldKey: this.heldKey,
      inserter,
      editing,
      writing: (app) => this.#settings.writing(app),
      onChange: () => this.#listener.onChange?.(),
    });
  }

  /** Confirms the tentative dictation, if there is one. */
  #confirm(): void {
    const tentative = this.#tentative;
    if (!tentative) return;
    this.#tentative = undefined;
    tentative.end();
    this.#takes.find(({ id }) => id === tentative.id)?.confirm();
    tentative.release();
    this.#listener.onChange?.();
  }

  #forgetTentative(): void {
    const tentative = this.#tentative;
    if (!tentative) return;
    tentative.end();
    this.#tentative = undefined;
    for (const runner of [...this.#takes]) if (runner.id === tentative.id) this.#drop(runner);
  }

  /** Ends a take without any notice. */
  #drop(runner: TakeRunner): void {
    this.#takes = this.#takes.filter((take) => take !== runner);
    runner.drop();
  }

  /** Emits a notice about the newest take, once that may be shown. */
  #notify(notify: () => void): void {
    if (this.#tentative) this.#tentative.holdBack(notify);
    else notify();
  }

  #endTake({ released, finished }: { released: boolean; finished: boolean }): void {
    const ended = this.#current;
    this.#current = undefined;
    if (this.#dictation) this.#dictation.isFinished = finished;
    // A full take is followed by another one of the same dictation.
    if (finished || this.#capture.state === 'idle') this.#dictation = undefined;
    if (released) {
      for (const earlier of [...this.#takes]) if (earlier !== ended) earlier.dispatch({ type: 'released' });
    }
    if (this.#tentative?.isTap) {
      if (ended?.audio.hasHeardVoice) this.#confirm();
      else this.#forgetTentative();
    }
    ended?.endAudio(released);
  }

  #handleOver(runner: TakeRunner): void {
    if (runner.take.phase !== 'failed') this.#takes = this.#takes.filter((take) => take !== runner);
    const view = viewOf(runner);
    const notify = () => this.#listener.onTakeOver?.(view);
    if (this.#tentative?.id === runner.id) this.#notify(notify);
    else notify();
  }

  #notifyStopped(by: CaptureStop): void {
    const take = this.#takesBegun;
    this.#notify(() => this.#listener.onNotice?.({ type: 'recording-stopped', take, by }));
  }

  #handleInsertion(take: number, result: InsertionResult): void {
    if (result.text === '') return;
    const text = this.#lastText.add(take, result);
    const { outcome } = result;
    if (!isInserted(outcome)) this.#listener.onNotice?.({ type: 'not-inserted', outcome, take, text });
  }
}

const TAKE_LIMIT_SAMPLES = samplesIn(CAPTURE.takeLimitMs);

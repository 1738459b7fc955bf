import {
  SAMPLE_RATE,
  type SttConfig,
  type SttEvent,
  type SttProvider,
  type SttSession,
} from '@workspace/speech/provider';
import { AudioBuffer } from './audio-buffer.ts';
import { isEcho } from './echo.ts';
import type { DictationMode } from './gesture.ts';
import type { InsertionQueue } from './insertion.ts';
import { nextStep } from './next-step.ts';
import { Phrasing } from './phrasing.ts';
import type { Inserter, InsertionOutcome, InsertionTarget, WallClock } from './ports.ts';
import { beginTake, rangesInTake, reduceTake, type TakeStep } from './take.ts';
import {
  isOver,
  type Route,
  type Step,
  type Take,
  type TakeEffect,
  type TakeEvent,
  type TakeProvider,
  type TakeTimer,
} from './take-state.ts';
import { type Piece, type Range, textOf } from './transcript.ts';
import { TAKE } from './tuning.ts';
import type { DictatedTime } from './usage-ledger.ts';
import { FRAME_MS, FRAME_SAMPLES, VoiceActivity } from './voice-activity.ts';

/** Where speech is sent, fixed for the length of a take; after a failure it may be sent elsewhere. */
export interface Recognition {
  provider: SttProvider;
  config: SttConfig;
  /** Recognition on this computer, for whatever the provider fails to turn into text. */
  backup?: Omit<Recognition, 'backup'>;
}

export interface TakeSurroundings {
  clock: WallClock;
  inserter: Inserter;
  insertions: InsertionQueue;
  onChange(): void;
  /** The take is done, failed, expired or cancelled. */
  onOver(runner: TakeRunner): void;
  /** What became of a text that was to be inserted. */
  onInsertion(take: number, outcome: InsertionOutcome, text: string): void;
  onUsage(time: DictatedTime): void;
}

/** Runs one take: holds its audio, performs the reducer's effects, and feeds the session as fast as the network takes it. */
export class TakeRunner {
  readonly id: number;
  readonly #surroundings: TakeSurroundings;
  readonly #startedAt: string;
  readonly #timezone: string;
  readonly #buffer = new AudioBuffer();
  readonly #voice = new VoiceActivity();
  readonly #phrasing: Phrasing;
  /** For each frame, how many frames up to it were voiced. */
  readonly #voicedFrames: number[] = [];
  readonly #targets: { at: number; target: Promise<InsertionTarget> }[] = [];
  #releaseTarget: Promise<InsertionTarget> | undefined;
  readonly #timers = new Map<TakeTimer, () => void>();
  #recognition: Recognition;
  #take: Take;
  #session: SttSession | undefined;
  #stopBacklogCheck: (() => void) | undefined;
  #level = -100;
  #feeding = false;

  constructor(id: number, mode: DictationMode, recognition: Recognition, surroundings: TakeSurroundings) {
    this.id = id;
    this.#recognition = recognition;
    this.#surroundings = surroundings;
    this.#startedAt = new Date(surroundings.clock.wallTime()).toISOString();
    this.#timezone = surroundings.clock.timeZone();
    const { provider, config } = recognition;
    this.#phrasing = new Phrasing(provider.capabilities(config.model).phrases, mode);
    surroundings.insertions.open(id);
    const begun = beginTake(mode, takeProviderOf(recognition));
    this.#take = begun.take;
    this.#settleStep(begun);
  }

  get take(): Take {
    return this.#take;
  }

  get recognition(): Recognition {
    return this.#recognition;
  }

  /** Level of the last 20 ms, in dB below full scale. */
  get level(): number {
    return this.#level;
  }

  /** Milliseconds since voice was last heard. */
  get silenceMs(): number {
    return this.#phrasing.silenceMs;
  }

  /** Takes the next samples of the recording. */
  hear(samples: Int16Array): void {
    this.#buffer.append(samples);
    for (const frame of this.#voice.hear(samples)) {
      this.#level = frame.level;
      this.#voicedFrames.push((this.#voicedFrames.at(-1) ?? 0) + (frame.voiced ? 1 : 0));
      this.dispatch({ type: 'captured', end: frame.end, ...this.#phrasing.hear(frame) });
    }
  }

  /** The user has let go: the field that has the focus now gets the text, though the last of the audio still comes. */
  noteRelease(): void {
    this.#releaseTarget = this.#captureTarget();
    this.#phrasing.noteRelease();
  }

  /** Commits what was said, where nobody is speaking any more; what still comes is looked at by itself. */
  commitPhrase(): void {
    const { quiet, cut } = this.#phrasing.endIfQuiet();
    if (quiet) this.dispatch({ type: 'committed', cut });
  }

  /** The recording is over. */
  endAudio(released: boolean): void {
    const speech = this.#phrasing.mayHoldSpeech();
    this.dispatch({ type: 'audio-ended', end: this.#buffer.end, speech, released });
  }

  /** Tries a failed take again, perhaps with another key or provider. Otherwise nothing happens. */
  retry(recognition: Recognition): void {
    if (this.#take.phase !== 'failed') return;
    this.#recognition = recognition;
    this.dispatch({ type: 'retry', provider: takeProviderOf(recognition) });
  }

  dispatch(event: TakeEvent): void {
    this.#settleStep(reduceTake(this.#take, event, this.#surroundings.clock.now()));
    this.#feed();
  }

  #settleStep({ take, effects }: TakeStep): void {
    const ended = isOver(take) && take.phase !== this.#take.phase;
    this.#take = take;
    for (const effect of effects) this.#perform(effect);
    if (ended) this.#end();
    this.#surroundings.onChange();
  }

  #perform(effect: TakeEffect): void {
    switch (effect.type) {
      case 'connect':
        this.#connect(effect.route);
        break;
      case 'disconnect':
        this.#disconnect(effect.how);
        break;
      case 'prepare-backup':
        this.#recognition.backup?.provider.prepare?.();
        break;
      case 'start-timer':
        this.#startTimer(effect.timer, effect.delayMs);
        break;
      case 'stop-timers':
        this.#stopTimers();
        break;
      case 'capture-target':
        this.#targets.push({ at: effect.at, target: this.#releaseTarget ?? this.#captureTarget() });
        break;
      case 'insert':
        this.#insert(effect.pieces);
        break;
      case 'forget-audio':
        this.#buffer.forget(effect.before);
        break;
      case 'record-usage':
        this.#surroundings.onUsage({
          startedAt: this.#startedAt,
          seconds: effect.samples / SAMPLE_RATE,
          timezone: this.#timezone,
        });
        break;
    }
  }

  #connect(route: Route): void {
    const { provider, config } = (route === 'backup' && this.#recognition.backup) || this.#recognition;
    const way = (route === 'fallback' && provider.fallback) || provider;
    const session: SttSession = way.start(config, (event) => {
      if (this.#session !== session) return;
      if (event.type === 'closed') this.#session = undefined;
      this.dispatch({ type: 'session', event: this.#withoutInventions(event, config) });
    });
    this.#session = session;
  }

  #disconnect(how: 'end' | 'drop'): void {
    const session = this.#session;
    this.#session = undefined;
    if (how === 'end') session?.end();
    else session?.cancel();
  }

  /** Pushes audio and cuts until there is nothing to do, or the network has enough. */
  #feed(): void {
    if (this.#feeding) return;
    this.#feeding = true;
    this.#stopBacklogCheck?.();
    this.#stopBacklogCheck = undefined;
    for (let step = nextStep(this.#take); step && this.#session; step = nextStep(this.#take)) {
      if (this.#session.backlogBytes > TAKE.maxBacklogBytes) {
        this.#stopBacklogCheck = this.#surroundings.clock.schedule(TAKE.backlogCheckMs, () => this.#feed());
        break;
      }
      this.#performStep(this.#session, step);
      this.#settleStep(reduceTake(this.#take, { type: 'step-done', step }, this.#surroundings.clock.now()));
    }
    this.#feeding = false;
  }

  #performStep(session: SttSession, step: Step): void {
    switch (step.type) {
      case 'push':
        session.push(this.#buffer.read(step.from, step.to));
        break;
      case 'cut':
        session.cut();
        break;
      case 'end':
        session.end();
        break;
    }
  }

  /** Where nothing at all was heard, or where text only echoes the vocabulary or the prompt, nothing was said. */
  #withoutInventions(event: SttEvent, config: SttConfig): SttEvent {
    if (event.type !== 'final') return event;
    const voicedMs = rangesInTake(this.#take, event).reduce((sum, range) => sum + this.#voicedMs(range), 0);
    const isInvented = voicedMs === 0 || isEcho(event.text, config, { voicedMs });
    return isInvented ? { ...event, text: '' } : event;
  }

  #voicedMs({ from, to }: Range): number {
    const upTo = (position: number) => this.#voicedFrames[Math.floor(position / FRAME_SAMPLES) - 1] ?? 0;
    return (upTo(to) - upTo(from)) * FRAME_MS;
  }

  #insert(pieces: readonly Piece[]): void {
    const { insertions, onInsertion } = this.#surroundings;
    const groups = Map.groupBy(pieces, (piece) => this.#targetFor(piece));
    let waiting = groups.size;
    for (const [target, group] of groups) {
      insertions.add(this.id, {
        text: textOf(group),
        target,
        onDone: (outcome, text) => {
          onInsertion(this.id, outcome, text);
          waiting -= 1;
          if (waiting === 0) this.dispatch({ type: 'insertion-done' });
        },
      });
    }
  }

  /** The field that had the focus when the audio of the piece had been spoken. */
  #targetFor(piece: Piece): Promise<InsertionTarget> {
    const known = this.#targets.find(({ at }) => at >= piece.to);
    if (known) return known.target;
    const target = this.#captureTarget();
    this.#targets.push({ at: piece.to, target });
    return target;
  }

  #captureTarget(): Promise<InsertionTarget> {
    const target = this.#surroundings.inserter.captureTarget();
    // A failure is met where the target is used; until then it must not count as unhandled.
    target.catch(() => undefined);
    return target;
  }

  #startTimer(timer: TakeTimer, delayMs: number): void {
    this.#timers.get(timer)?.();
    const stop = this.#surroundings.clock.schedule(delayMs, () => {
      this.#timers.delete(timer);
      this.dispatch({ type: 'timer', timer });
    });
    this.#timers.set(timer, stop);
  }

  #stopTimers(): void {
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
  }

  #end(): void {
    const { insertions } = this.#surroundings;
    if (this.#take.phase === 'cancelled') insertions.drop(this.id);
    else insertions.close(this.id);
    if (this.#take.phase !== 'failed') this.#buffer.clear();
    this.#surroundings.onOver(this);
  }
}

function takeProviderOf({ provider, config, backup }: Recognition): TakeProvider {
  const { segmentation, maxSessionMs } = provider.capabilities(config.model);
  return {
    host: provider.host,
    segmentation,
    hasFallback: provider.fallback !== undefined,
    hasBackup: backup !== undefined,
    ...(maxSessionMs !== undefined ? { maxSessionMs } : {}),
  };
}

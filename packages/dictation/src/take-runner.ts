import {
  SAMPLE_RATE,
  type SttConfig,
  type SttEvent,
  type SttProvider,
  type SttSession,
} from '@workspace/speech/provider';
import { AudioBuffer } from './audio-buffer.ts';
import type { CleanUpOutcome } from './clean-up-request.ts';
import { isEcho } from './echo.ts';
import type { VoiceEdit } from './edit.ts';
import type { DictationManner } from './gesture.ts';
import type { InsertionQueue } from './insertion.ts';
import { Phrasing } from './phrasing.ts';
import type { Inserter, InsertionTarget, WallClock } from './ports.ts';
import { type Dictation, decideReturn, type InsertionResult, withDelivery } from './return-key.ts';
import { beginTake, reduceTake, type TakeStep } from './take.ts';
import { nextStep, rangesInTake } from './take-connection.ts';
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
import { FRAME_MS, FRAME_SAMPLES, VoiceActivity } from './voice-activity.ts';
import type { WritingSettings } from './writing.ts';

/** Where speech is sent, fixed for the length of a take; after a failure it may be sent elsewhere. */
export interface Recognition {
  provider: SttProvider;
  config: SttConfig;
  /** Recognition on this computer, for whatever the provider fails to turn into text. */
  backup?: Omit<Recognition, 'backup'>;
}

/** A text is being tidied up by a host, or how that ended. */
export interface CleanUpState {
  host: string;
  state: CleanUpOutcome | 'pending';
}

/** What there is to be told of several texts first. */
const RANK: Record<CleanUpState['state'], number> = { pending: 0, late: 1, 'as-heard': 2, tidied: 3 };

/** Why Return was not pressed: nothing tells whether the text was taken, or the field had not the focus any more. */
export type ReturnMiss = 'unconfirmed' | 'refused';

/** A dictation to be counted. */
export interface DictatedTime {
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  /** IANA name. */
  timezone: string;
}

export interface TakeDependencies {
  clock: WallClock;
  inserter: Inserter;
  insertions: InsertionQueue;
  onChange(): void;
  /** The take is done, failed, expired or cancelled. */
  onOver(runner: TakeRunner): void;
  writing(app: string | undefined): WritingSettings;
  /** What became of a text that was to be inserted. */
  onInsertion(take: number, result: InsertionResult): void;
  /** Return was asked for, and was not pressed. */
  onReturnMissed(take: number, why: ReturnMiss): void;
  onDictated(time: DictatedTime): void;
}

/** How a take is begun. */
export interface TakeBeginning {
  id: number;
  dictation: Dictation;
  /** Nothing leaves the machine before `confirm`. */
  tentative: boolean;
  /** By the app that has the focus, which is asked meanwhile. */
  recognition: (app: string | undefined) => Recognition;
}

/** Runs one take: holds its audio, performs the reducer's effects, and feeds the session as fast as the network takes it. */
export class TakeRunner {
  readonly id: number;
  readonly #dependencies: TakeDependencies;
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
  readonly #dictation: Dictation;
  /** The app that had the focus at the beginning, once that is known. */
  #app: string | undefined;
  #recognition: Recognition;
  #take: Take;
  #session: SttSession | undefined;
  /** Nobody is to hear of the take yet: how it is to connect once that is over. */
  #withheld: { route: Route | undefined } | undefined;
  #isDropped = false;
  #stopBacklogCheck: (() => void) | undefined;
  /** What became of the texts. */
  readonly #results: Pick<InsertionResult, 'text' | 'isSilence'>[] = [];
  /** What becomes of those that are tidied up. */
  readonly #cleanUps = new Map<readonly Piece[], CleanUpState>();
  /** Text was inserted before the release. */
  #hasInsertedParts = false;
  #level = -100;
  #feeding = false;

  constructor({ id, dictation, tentative, recognition }: TakeBeginning, dependencies: TakeDependencies) {
    this.id = id;
    this.#withheld = tentative ? { route: undefined } : undefined;
    this.#dictation = dictation;
    dictation.unfinished.add(id);
    this.#recognition = recognition(undefined);
    this.#dependencies = dependencies;
    this.#startedAt = new Date(dependencies.clock.wallTime()).toISOString();
    this.#timezone = dependencies.clock.timeZone();
    const { provider, config } = this.#recognition;
    this.#phrasing = new Phrasing(provider.capabilities(config.model).phrases);
    dependencies.insertions.open(id);
    this.#take = beginTake(dictation.manner, takeProviderOf(this.#recognition));
    this.#setPhrasing();
    void this.#begin(recognition);
  }

  get take(): Take {
    return this.#take;
  }

  get recognition(): Recognition {
    return this.#recognition;
  }

  /** The app whose settings it is recognized by. */
  get app(): string | undefined {
    return this.#app;
  }

  /** Why nothing is written of the texts, once they have been dealt with; undefined where anything is. */
  get unwritten(): 'commands' | 'silence' | undefined {
    if (this.#results.length === 0 || this.#results.some(({ text }) => text !== '')) return undefined;
    return this.#results.every(({ isSilence }) => isSilence) ? 'silence' : 'commands';
  }

  /** What it is an instruction for; undefined where it is a text. */
  get edit(): VoiceEdit | undefined {
    return this.#dictation.edit;
  }

  /** How it stands with tidying the texts up; undefined where nobody was asked. */
  get cleanUp(): CleanUpState | undefined {
    const states = [...this.#cleanUps.values()];
    return states.toSorted((one, other) => RANK[one.state] - RANK[other.state])[0];
  }

  /** Level of the last 20 ms, in dB below full scale. */
  get level(): number {
    return this.#level;
  }

  /** Milliseconds since voice was last heard. */
  get silenceMs(): number {
    return this.#phrasing.silenceMs;
  }

  /** Whether anybody may have spoken. */
  get hasHeardVoice(): boolean {
    return (this.#voicedFrames.at(-1) ?? 0) > 0 || this.#phrasing.mayHoldSpeech();
  }

  /** Takes the next samples of the recording. */
  process(samples: Int16Array): void {
    this.#buffer.append(samples);
    for (const frame of this.#voice.process(samples)) {
      this.#level = frame.level;
      this.#voicedFrames.push((this.#voicedFrames.at(-1) ?? 0) + (frame.voiced ? 1 : 0));
      this.dispatch({ type: 'captured', end: frame.end, ...this.#phrasing.process(frame) });
    }
  }

  /** The user has let go: the field that has the focus now gets the text, though the last of the audio still comes. */
  handleRelease(): void {
    this.#releaseTarget = this.#captureTarget();
    this.#phrasing.handleRelease();
  }

  /** Commits what was said, where nobody is speaking any more; what still comes is looked at by itself. */
  commitPhrase(): void {
    const { quiet, cut } = this.#phrasing.endIfQuiet();
    if (quiet) this.dispatch({ type: 'committed', cut });
  }

  /** The dictation goes on in another manner. */
  change(manner: DictationManner): void {
    this.#dictation.manner = manner;
    this.dispatch({ type: 'changed', manner });
    this.#setPhrasing();
  }

  /** The recording is over. */
  endAudio(released: boolean): void {
    const speech = this.#phrasing.mayHoldSpeech();
    this.dispatch({ type: 'audio-ended', end: this.#buffer.end, speech, released });
  }

  /** The user does mean to dictate: what was held back may be sent. */
  confirm(): void {
    const route = this.#withheld?.route;
    this.#withheld = undefined;
    if (route) this.#connect(route);
    this.#feed();
  }

  /** The user didn't mean to dictate: ends the take, and tells nobody. */
  drop(): void {
    this.#isDropped = true;
    this.dispatch({ type: 'cancel' });
  }

  /** Tries a failed take again, perhaps with another key or provider. Otherwise nothing happens. */
  retry(recognition: Recognition): void {
    if (this.#take.phase !== 'failed') return;
    this.#dependencies.insertions.endCleanUps(this.id);
    this.#recognition = recognition;
    this.dispatch({ type: 'retry', provider: takeProviderOf(recognition) });
  }

  dispatch(event: TakeEvent): void {
    this.#settleStep(reduceTake(this.#take, event, this.#dependencies.clock.now()));
    this.#feed();
  }

  /** Connects, once it is known by which app's settings; the microphone opens meanwhile. */
  async #begin(recognition: TakeBeginning['recognition']): Promise<void> {
    this.#app = await this.#focusedApp();
    if (this.#take.session === 0) this.#recognition = recognition(this.#app);
    this.#setPhrasing();
    this.dispatch({ type: 'begun', provider: takeProviderOf(this.#recognition) });
  }

  #focusedApp(): Promise<string | undefined> {
    const { clock, inserter } = this.#dependencies;
    return new Promise((resolve) => {
      const stop = clock.schedule(TAKE.focusedAppMs, () => resolve(undefined));
      inserter
        .focusedApp()
        .catch(() => undefined)
        .then((app) => {
          stop();
          resolve(app);
        });
    });
  }

  #setPhrasing(): void {
    this.#phrasing.isByPhrase = this.#take.manner.mode === 'toggle' || this.#mayInsertBeforeRelease(this.#app);
  }

  #mayInsertBeforeRelease(app: string | undefined): boolean {
    return this.#take.manner.insertsWhileHolding && this.#dependencies.writing(app).insertWhileHolding;
  }

  #settleStep({ take, effects }: TakeStep): void {
    const ended = isOver(take) && take.phase !== this.#take.phase;
    this.#take = take;
    for (const effect of effects) this.#perform(effect);
    if (ended) this.#end();
    this.#dependencies.onChange();
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
        this.#rememberTarget(effect.at);
        break;
      case 'insert':
        this.#insert(effect.pieces);
        break;
      case 'conclude':
        this.#conclude();
        break;
      case 'forget-audio':
        this.#buffer.forget(effect.before);
        break;
      case 'record-usage':
        this.#dependencies.onDictated({
          startedAt: this.#startedAt,
          seconds: effect.samples / SAMPLE_RATE,
          timezone: this.#timezone,
        });
        break;
    }
  }

  #connect(route: Route): void {
    if (this.#withheld) {
      this.#withheld = { route };
      return;
    }
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
    if (this.#withheld) this.#withheld = { route: undefined };
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
        this.#stopBacklogCheck = this.#dependencies.clock.schedule(TAKE.backlogCheckMs, () => this.#feed());
        break;
      }
      this.#performStep(this.#session, step);
      this.#settleStep(reduceTake(this.#take, { type: 'step-done', step }, this.#dependencies.clock.now()));
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
    if (this.edit) {
      this.edit.add(this.id, textOf(pieces));
      this.dispatch({ type: 'insertion-done' });
      return;
    }
    const { insertions, onInsertion } = this.#dependencies;
    const groups = Map.groupBy(pieces, (piece) => this.#targetFor(piece));
    let waiting = groups.size;
    this.#hasInsertedParts ||= this.#take.manner.mode === 'toggle' || !this.#take.released;
    for (const [target, group] of groups) {
      insertions.add(this.id, {
        phrases: group.map(({ text }) => text),
        languages: this.#recognition.config.languages,
        target,
        isPart: this.#hasInsertedParts,
        onCleanUp: (host, state) => {
          this.#cleanUps.set(group, { host, state });
          this.#dependencies.onChange();
        },
        onDone: (result) => {
          this.#results.push(result);
          this.#dictation.delivery = withDelivery(this.#dictation.delivery, result);
          onInsertion(this.id, result);
          waiting -= 1;
          if (waiting === 0) this.dispatch({ type: 'insertion-done' });
        },
      });
    }
  }

  /** What was said is done; or Return follows the last text of the dictation, where that is asked for. */
  #conclude(): void {
    const { insertions, writing, onReturnMissed } = this.#dependencies;
    const { manner, edit, delivery, unfinished, isFinished } = this.#dictation;
    unfinished.delete(this.id);
    const isEnd = isFinished && unfinished.size === 0;
    if (edit && isEnd) {
      insertions.addEdit(this.id, { edit, onDone: () => this.dispatch({ type: 'concluded' }) });
      return;
    }
    if (unfinished.size === 0) edit?.abandon();
    const isAsked = (app: string | undefined) => manner.send || writing(app).pressReturn === 'always';
    const decision = isEnd && !edit ? decideReturn(delivery, isAsked) : 'none';
    if (typeof decision === 'object') {
      insertions.addReturn(this.id, {
        target: decision.press,
        onDone: (isPressed) => {
          if (!isPressed) onReturnMissed(this.id, 'refused');
          this.dispatch({ type: 'concluded' });
        },
      });
      return;
    }
    if (decision === 'unconfirmed') onReturnMissed(this.id, decision);
    this.dispatch({ type: 'concluded' });
  }

  /** Remembers the field that has the focus, for text of the audio up to here. */
  #rememberTarget(at: number): void {
    const noted = { at, target: this.#releaseTarget ?? this.#captureTarget() };
    this.#targets.push(noted);
    if (this.#take.manner.mode === 'toggle' || this.#take.phase !== 'recording' || this.#take.released) return;
    void this.#decideInsertion(noted);
  }

  /** While a key is held, a phrase is inserted where its app agrees; else it goes where the focus is at the release. */
  async #decideInsertion(noted: { at: number; target: Promise<InsertionTarget> }): Promise<void> {
    const target = await noted.target.catch(() => undefined);
    if (target && this.#mayInsertBeforeRelease(target.app)) this.dispatch({ type: 'insertable', upTo: noted.at });
    if (this.#take.insertableUpTo < noted.at) this.#targets.splice(this.#targets.indexOf(noted), 1);
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
    const target = this.#dependencies.inserter.captureTarget();
    // A failure is met where the target is used; until then it must not count as unhandled.
    target.catch(() => undefined);
    return target;
  }

  #startTimer(timer: TakeTimer, delayMs: number): void {
    this.#timers.get(timer)?.();
    const stop = this.#dependencies.clock.schedule(delayMs, () => {
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
    const { insertions } = this.#dependencies;
    if (this.#take.phase === 'cancelled') insertions.drop(this.id);
    else insertions.close(this.id);
    if (this.#take.phase !== 'failed') this.#buffer.clear();
    if (!this.#isDropped) this.#dependencies.onOver(this);
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

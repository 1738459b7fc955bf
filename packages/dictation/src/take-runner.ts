import { withinLimit } from '@workspace/speech/clock';
import {
  SAMPLE_RATE,
  type SttConfig,
  type SttEvent,
  type SttProvider,
  type SttSession,
} from '@workspace/speech/provider';
import { isEcho } from './echo.ts';
import type { VoiceEdit } from './edit.ts';
import type { DictationManner } from './gesture.ts';
import type { Inserter, WallClock } from './ports.ts';
import type { Dictation } from './return-key.ts';
import { beginTake, reduceTake, type TakeStep } from './take.ts';
import { TakeAudio } from './take-audio.ts';
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
import { type RememberedTarget, TakeTargets } from './take-targets.ts';
import { TakeTexts, type TextDependencies } from './take-texts.ts';
import { Timers } from './timers.ts';
import type { Piece } from './transcript.ts';
import { TAKE } from './tuning.ts';

/** Where audio is sent, fixed for a take; a retry after a failure may send it elsewhere. */
export interface Recognition {
  provider: SttProvider;
  config: SttConfig;
  /** Recognition on this computer, for whatever the provider fails to turn into text. */
  backup?: Omit<Recognition, 'backup'>;
}

/** The time of a dictation, to be counted. */
export interface DictatedTime {
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  /** IANA name. */
  timezone: string;
}

export interface TakeDependencies extends TextDependencies {
  clock: WallClock;
  inserter: Inserter;
  /** The take is done, failed, expired or cancelled. */
  onOver(runner: TakeRunner): void;
  onDictated(time: DictatedTime): void;
}

/** How a take starts. */
export interface TakeBeginning {
  id: number;
  dictation: Dictation;
  /** Nothing leaves the machine before `confirm`. */
  tentative: boolean;
  /** The recognition for the focused app, which is determined meanwhile. */
  recognition: (app: string | undefined) => Recognition;
}

/** Runs one take: holds its audio, performs the reducer's effects, and feeds the session as fast as the network takes it. */
export class TakeRunner {
  readonly id: number;
  readonly audio: TakeAudio;
  readonly texts: TakeTexts;
  readonly #dependencies: TakeDependencies;
  readonly #startedAt: string;
  readonly #timezone: string;
  readonly #targets: TakeTargets;
  readonly #timers: Timers<TakeTimer>;
  readonly #dictation: Dictation;
  /** The app that had the focus at the beginning, once known. */
  #app: string | undefined;
  #recognition: Recognition;
  #take: Take;
  #session: SttSession | undefined;
  /** Set while nothing may leave the machine: the route to connect by once confirmed. */
  #withheld: { route: Route | undefined } | undefined;
  #isDropped = false;
  #stopBacklogCheck: (() => void) | undefined;
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
    this.audio = new TakeAudio(provider.capabilities(config.model).phrases);
    this.texts = new TakeTexts(id, dictation, dependencies);
    this.#targets = new TakeTargets(dependencies.inserter);
    this.#timers = new Timers(dependencies.clock, (timer) => this.dispatch({ type: 'timer', timer }));
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

  /** The app whose settings recognition uses. */
  get app(): string | undefined {
    return this.#app;
  }

  /** The edit it is an instruction for; undefined if it is a text. */
  get edit(): VoiceEdit | undefined {
    return this.#dictation.edit;
  }

  /** Processes the next samples of the recording. */
  process(samples: Int16Array): void {
    for (const frame of this.audio.process(samples)) this.dispatch({ type: 'captured', ...frame });
  }

  /**
   * Handles the release: the field that has the focus now gets the text, though the last of the audio is still to come.
   */
  handleRelease(): void {
    this.#targets.handleRelease();
    this.audio.phrasing.handleRelease();
  }

  /** Commits what was said, once speech has ended; audio that follows is judged separately. */
  commitPhrase(): void {
    const { quiet, cut } = this.audio.phrasing.endIfQuiet();
    if (quiet) this.dispatch({ type: 'committed', cut });
  }

  /** Continues the dictation in another manner. */
  change(manner: DictationManner): void {
    this.#dictation.manner = manner;
    this.dispatch({ type: 'changed', manner });
    this.#setPhrasing();
  }

  /** Handles the end of the recording. */
  endAudio(released: boolean): void {
    const { buffer, phrasing } = this.audio;
    this.dispatch({ type: 'audio-ended', end: buffer.end, speech: phrasing.mayHoldSpeech(), released });
  }

  /** Confirms that the user means to dictate: what was held back may be sent. */
  confirm(): void {
    const route = this.#withheld?.route;
    this.#withheld = undefined;
    if (route) this.#connect(route);
    this.#feed();
  }

  /** Ends an accidental take without any notice. */
  drop(): void {
    this.#isDropped = true;
    this.dispatch({ type: 'cancel' });
  }

  /** Retries a failed take, perhaps with another key or provider. No-op in any other phase. */
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

  /** Connects once it is known which app's settings to use; the microphone opens meanwhile. */
  async #begin(recognition: TakeBeginning['recognition']): Promise<void> {
    this.#app = await this.#focusedApp();
    if (this.#take.session === 0) this.#recognition = recognition(this.#app);
    this.#setPhrasing();
    this.dispatch({ type: 'begun', provider: takeProviderOf(this.#recognition) });
  }

  #focusedApp(): Promise<string | undefined> {
    const { clock, inserter } = this.#dependencies;
    return withinLimit(
      clock,
      TAKE.focusedAppMs,
      inserter.focusedApp().catch(() => undefined),
    );
  }

  #setPhrasing(): void {
    this.audio.phrasing.isByPhrase = this.#take.manner.mode === 'toggle' || this.#mayInsertBeforeRelease(this.#app);
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
        this.#timers.start(effect.timer, effect.delayMs);
        break;
      case 'stop-timers':
        this.#timers.stopAll();
        break;
      case 'capture-target':
        this.#rememberTarget(effect.at);
        break;
      case 'insert':
        this.#insert(effect.pieces);
        break;
      case 'conclude':
        this.texts.conclude(() => this.dispatch({ type: 'concluded' }));
        break;
      case 'forget-audio':
        this.audio.buffer.forget(effect.before);
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

  /** Pushes audio and cuts until there is nothing left to do, or the network has enough. */
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
        session.push(this.audio.buffer.read(step.from, step.to));
        break;
      case 'cut':
        session.cut();
        break;
      case 'end':
        session.end();
        break;
    }
  }

  /** Empties text that was not said: no voice at all was heard, or it only echoes the vocabulary or the prompt. */
  #withoutInventions(event: SttEvent, config: SttConfig): SttEvent {
    if (event.type !== 'final') return event;
    const voicedMs = this.audio.voicedMs(rangesInTake(this.#take, event));
    const isInvented = voicedMs === 0 || isEcho(event.text, config, { voicedMs });
    return isInvented ? { ...event, text: '' } : event;
  }

  #insert(pieces: readonly Piece[]): void {
    const isPart = this.#take.manner.mode === 'toggle' || !this.#take.released;
    const targetOf = (piece: Piece) => this.#targets.for(piece);
    this.texts.insert(pieces, { languages: this.#recognition.config.languages, targetOf, isPart }, () =>
      this.dispatch({ type: 'insertion-done' }),
    );
  }

  #rememberTarget(at: number): void {
    const remembered = this.#targets.remember(at);
    if (this.#take.manner.mode === 'toggle' || this.#take.phase !== 'recording' || this.#take.released) return;
    void this.#decideInsertion(remembered);
  }

  /**
   * While a key is held, a phrase is inserted if its app's settings allow it; otherwise it goes to the field focused at
   * the release.
   */
  async #decideInsertion(remembered: RememberedTarget): Promise<void> {
    const { at } = remembered;
    const target = await remembered.target.catch(() => undefined);
    if (target && this.#mayInsertBeforeRelease(target.app)) this.dispatch({ type: 'insertable', upTo: at });
    if (this.#take.insertableUpTo < at) this.#targets.forget(remembered);
  }

  #end(): void {
    const { insertions } = this.#dependencies;
    if (this.#take.phase === 'cancelled') insertions.drop(this.id);
    else insertions.close(this.id);
    if (this.#take.phase !== 'failed') this.audio.buffer.clear();
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

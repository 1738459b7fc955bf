import type { CaptureStop } from '@workspace/dictation/capture';
import { Engine } from '@workspace/dictation/engine';
import type { WallClock } from '@workspace/dictation/ports';
import type { TakeView } from '@workspace/dictation/take-view';
import { AS_RECOGNIZED } from '@workspace/dictation/writing';
import { createOnDeviceProvider } from '@workspace/on-device/on-device-provider';
import { Recognizer, type RecognizerPorts } from '@workspace/on-device/recognizer';
import { Note } from './note.ts';
import type { PageMicrophone } from './page-microphone.ts';
import {
  nextVoice,
  OFFERED,
  type Outcome,
  PRESS_LIMIT_MS,
  type VoiceEffect,
  type VoiceEvent,
  type VoiceState,
} from './voice-state.ts';

/** What the microphone and the engine are currently doing. */
type Work = 'idle' | 'opening' | 'listening' | 'finishing';

/** The displayed state of the visitor's own dictation. */
export interface OwnVoiceView extends VoiceState {
  /** Whether the key dictates; otherwise it plays the script. */
  isOn: boolean;
  work: Work;
  /** The note's text. */
  text: string;
  /** Recognized words that aren't in the note yet; they may still change. */
  words: string;
  seconds: number;
  /** Microphone level in dBFS. */
  level: number;
}

export interface VoiceDependencies {
  clock: WallClock;
  microphone: Pick<PageMicrophone, 'ask' | 'open'>;
  /** Whether the browser has all the required features. */
  isSupported(): boolean;
  /** Fetches the recognizer's missing files. Rejects if the connection is lost. */
  load(onShare: (share: number) => void): Promise<void>;
  /** Starts the recognizer with the fetched files. */
  launch: RecognizerPorts['launch'];
  /** Calls back before the next frame. */
  beforeDrawing(callback: () => void): void;
}

/** Without any words, anything shorter counts as a tap. */
const TAP_SECONDS = 0.8;

/**
 * Runs the app's own engine and recognizer in the page: captures the visitor's microphone while the key is held, and
 * inserts the text into the note. Audio and text stay in the page's memory; none of it is sent or stored.
 */
export class OwnVoice {
  readonly #listeners = new Set<() => void>();
  readonly #dependencies: VoiceDependencies;
  readonly #note = new Note(() => this.#publish());
  readonly #recognizer: Recognizer;
  readonly #engine: Engine;
  #state = OFFERED;
  #view: OwnVoiceView;
  #stopLimit = () => {};
  #isDrawing = false;
  #letsGoByClick = false;
  #isOver = false;

  constructor(dependencies: VoiceDependencies) {
    const { clock, microphone, launch } = dependencies;
    this.#dependencies = dependencies;
    this.#recognizer = new Recognizer({ clock, launch }, (state) => {
      if (state === 'ready') this.#handle({ type: 'started' });
      if (state === 'failed' && this.#state.stage.type === 'starting')
        this.#handle({ type: 'stopped', by: 'recognizer' });
    });
    const provider = createOnDeviceProvider(this.#recognizer, clock);
    const config = { model: provider.models[0]!.id, languages: ['en'], keywords: [] };
    this.#engine = new Engine(
      { clock, microphone, inserter: this.#note },
      { recognition: () => ({ provider, config }), writing: () => AS_RECOGNIZED },
      {
        onChange: () => this.#drawSoon(),
        onNotice: (notice) => {
          if (notice.type === 'recording-stopped') this.#handleStop(notice.by);
        },
        onTakeOver: (take) => this.#handleOver(take),
      },
    );
    this.#view = this.#look();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): OwnVoiceView => this.#view;

  /** Loads what is missing and asks for the microphone; also resumes after a problem or after `setAside`. */
  begin(): void {
    this.#handle({ type: 'begin' });
  }

  /** @param byItself pressed by a program that can only click; the next click releases */
  press(byItself: boolean): void {
    const letsGo = byItself && this.#state.isHeld;
    this.#letsGoByClick = byItself;
    this.#handle({ type: letsGo ? 'release' : 'press' });
  }

  release(): void {
    if (!this.#letsGoByClick) this.#handle({ type: 'release' });
  }

  /** To be called when the page becomes hidden. */
  hide(): void {
    this.#handle({ type: 'hidden' });
  }

  /** Discards the current dictation and everything that isn't in the note yet. */
  cancel(): void {
    this.#handle({ type: 'escape' });
  }

  /** Returns the key to the script. */
  setAside(): void {
    this.#handle({ type: 'set-aside' });
  }

  /** Ends everything when the visitor leaves: stops the microphone, drops pending work and frees the recognizer. */
  end(): void {
    this.setAside();
    this.#isOver = true;
    this.#engine.forget();
    this.#recognizer.free();
  }

  #handle(event: VoiceEvent): void {
    if (this.#isOver) return;
    const { state, effects } = nextVoice(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    this.#publish();
  }

  #perform(effect: VoiceEffect): void {
    switch (effect) {
      case 'load':
        this.#load();
        break;
      case 'start':
        this.#recognizer.prepare();
        if (this.#recognizer.state === 'ready') this.#handle({ type: 'started' });
        break;
      case 'ask':
        this.#ask();
        break;
      case 'hold':
        this.#engine.gesture({ type: 'hold-pressed' });
        break;
      case 'let-go':
        this.#engine.gesture({ type: 'hold-released' });
        break;
      case 'cancel':
        this.#engine.gesture({ type: 'cancel-pressed' });
        break;
      case 'cut-off':
        this.#engine.sleep();
        break;
      case 'start-limit':
        this.#stopLimit = this.#dependencies.clock.schedule(PRESS_LIMIT_MS, () => this.#handle({ type: 'time-up' }));
        break;
      case 'stop-limit':
        this.#stopLimit();
        break;
    }
  }

  async #load(): Promise<void> {
    const { isSupported, load } = this.#dependencies;
    if (!isSupported()) return this.#handle({ type: 'stopped', by: 'unsupported' });
    try {
      await load((share) => this.#handle({ type: 'loaded-so-far', share }));
    } catch {
      return this.#handle({ type: 'stopped', by: 'connection' });
    }
    this.#handle({ type: 'loaded' });
  }

  async #ask(): Promise<void> {
    const failure = await this.#dependencies.microphone.ask();
    this.#handle(failure === undefined ? { type: 'allowed' } : { type: 'stopped', by: failure });
  }

  #handleStop(by: CaptureStop): void {
    if (by === 'denied' || by === 'missing' || by === 'failed') this.#handle({ type: 'stopped', by });
    else if (by === 'lost') this.#handle({ type: 'lost' });
  }

  #handleOver(take: TakeView): void {
    const outcome = outcomeOf(take);
    if (outcome) this.#handle({ type: 'over', outcome });
  }

  /** The engine's view changes with every audio chunk; publishes at most once per frame. */
  #drawSoon(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#dependencies.beforeDrawing(() => {
      this.#isDrawing = false;
      this.#publish();
    });
  }

  #publish(): void {
    this.#view = this.#look();
    for (const listener of this.#listeners) listener();
  }

  #look(): OwnVoiceView {
    const { capture, takes, level } = this.#engine.view();
    const awaited = takes.filter(({ phase }) => phase !== 'failed');
    const last = awaited.at(-1);
    const rest = last === undefined ? 'idle' : 'finishing';
    return {
      ...this.#state,
      isOn: this.#state.stage.type === 'ready',
      work: capture === 'starting' ? 'opening' : capture === 'recording' ? 'listening' : rest,
      text: this.#note.text,
      words: last?.text ?? '',
      seconds: last?.audioSeconds ?? 0,
      level,
    };
  }
}

function outcomeOf({ phase, text, audioSeconds }: TakeView): Outcome | undefined {
  if (phase === 'failed' || phase === 'cancelled') return phase;
  if (phase !== 'done') return undefined;
  if (text.trim() !== '') return 'inserted';
  return audioSeconds < TAP_SECONDS ? 'too-short' : 'nothing';
}

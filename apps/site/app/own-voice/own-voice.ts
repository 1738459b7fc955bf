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

/** What goes on with the microphone and with what was said. */
type Work = 'idle' | 'opening' | 'listening' | 'finishing';

/** The visitor's own dictation as it is shown. */
export interface OwnVoiceView extends VoiceState {
  /** The key is the visitor's; else it plays the script. */
  isOn: boolean;
  work: Work;
  /** What is in the note. */
  text: string;
  /** What is understood of what isn't in the note yet; it may still change. */
  words: string;
  seconds: number;
  /** Of the microphone, in dB below full scale. */
  level: number;
}

export interface VoiceDependencies {
  clock: WallClock;
  microphone: Pick<PageMicrophone, 'ask' | 'open'>;
  /** Whether the browser has what it takes. */
  isSupported(): boolean;
  /** Fetches what the recognizer needs and doesn't have yet. Rejects if the connection is lost. */
  load(onShare: (share: number) => void): Promise<void>;
  /** Starts the recognizer with what was fetched. */
  launch: RecognizerPorts['launch'];
  /** Calls back when the screen is next drawn. */
  beforeDrawing(callback: () => void): void;
}

/** Anything shorter is a tap, in which nothing was said. */
const TAP_SECONDS = 0.8;

/**
 * The app's own engine and recognition, in the page: hears the visitor's microphone while the key is held, and puts the
 * text into the note. What was said stays in the page's memory; nothing of it is sent or stored.
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

  /** The visitor wants it: loads what is missing, and asks for the microphone. Also after a problem, and after a rest. */
  begin(): void {
    this.#handle({ type: 'begin' });
  }

  /** @param byItself by a program that can only click: the next click lets go */
  press(byItself: boolean): void {
    const letsGo = byItself && this.#state.isHeld;
    this.#letsGoByClick = byItself;
    this.#handle({ type: letsGo ? 'release' : 'press' });
  }

  release(): void {
    if (!this.#letsGoByClick) this.#handle({ type: 'release' });
  }

  /** The page can't be seen any more. */
  hide(): void {
    this.#handle({ type: 'hidden' });
  }

  /** Drops what is being said, and what is not in the note yet. */
  cancel(): void {
    this.#handle({ type: 'escape' });
  }

  /** Gives the key back to the script. */
  setAside(): void {
    this.#handle({ type: 'set-aside' });
  }

  /** The visitor has gone elsewhere: nothing is heard, kept or asked for any more. */
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

  /** The engine's view changes with each piece of sound: it is drawn no more often than the screen is. */
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

import { writingIn } from '@workspace/dictation/app-rules';
import { Engine, type EngineNotice, type EngineView } from '@workspace/dictation/engine';
import type { Microphone, WallClock } from '@workspace/dictation/ports';
import type { DictatedTime } from '@workspace/dictation/take-runner';
import type { TakeView } from '@workspace/dictation/take-view';
import type { WritingSettings } from '@workspace/dictation/writing';
import type { TextCleanUp } from '../language-model/text-clean-up.ts';
import { createTextEditor } from '../language-model/text-editing.ts';
import type { DesktopAccess } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { SpeechProviders } from '../speech/speech-providers.ts';

export interface DictationDependencies {
  clock: WallClock;
  microphone: Microphone;
  desktop: Pick<DesktopAccess, 'inserter' | 'selections'>;
  settings: Pick<SettingsKeeper, 'current'>;
  providers: Pick<SpeechProviders, 'recognition'>;
  cleanUp: Pick<TextCleanUp, 'isWanted' | 'current' | 'model'>;
  /** Speech became text: its seconds count. */
  onDictated(time: DictatedTime): void;
}

/** Reacts to a dictation. */
export interface DictationListener {
  /** It is shown from now on, while the microphone is being opened. */
  onStart(): void;
  /** The first real sample has arrived, so the microphone is known to work. */
  onHearing(): void;
  /** The microphone no longer listens. `isAwaited`: text is still to come. */
  onStop(isAwaited: boolean): void;
  /** Anything in the view changed. Called very often, and after the three above. */
  onChange(view: EngineView): void;
  /** A take is done, failed, expired or was cancelled. A failed one may end again after a retry. */
  onTakeOver(take: TakeView, view: EngineView): void;
  onNotice(notice: EngineNotice): void;
}

/** Dictation according to the user's settings: the engine and its state. */
export class Dictation {
  readonly engine: Engine;
  readonly #dependencies: DictationDependencies;
  #listener: DictationListener | undefined;
  #capture: EngineView['capture'] = 'idle';

  constructor(dependencies: DictationDependencies) {
    const { clock, microphone, desktop, providers, cleanUp } = dependencies;
    this.#dependencies = dependencies;
    const editor = () => {
      const model = cleanUp.model.current;
      return model && createTextEditor(model);
    };
    this.engine = new Engine(
      { clock, microphone, inserter: desktop.inserter, editing: { selections: desktop.selections, editor } },
      {
        recognition: (app) => providers.recognition(this.writingIn(app).languages),
        writing: (app) => this.writingIn(app),
      },
      {
        onChange: () => this.#handleChange(),
        onNotice: (notice) => this.#listener?.onNotice(notice),
        onTakeOver: (take) => this.#listener?.onTakeOver(take, this.engine.view()),
        onDictated: dependencies.onDictated,
      },
    );
  }

  /** Sets the listener. At most one. */
  listen(listener: DictationListener): void {
    this.#listener = listener;
  }

  /** Returns the writing settings that apply in an app. */
  writingIn(app: string | undefined): WritingSettings {
    const { settings, cleanUp } = this.#dependencies;
    return writingIn(app, settings.current, cleanUp.isWanted ? cleanUp.current : undefined);
  }

  /** Whether a dictation is live that a chord would only change or end. */
  get isHearing(): boolean {
    return this.#capture === 'starting' || this.#capture === 'recording';
  }

  /** Whether a dictation is live, or its text is awaited. */
  get isBusy(): boolean {
    return this.#capture !== 'idle' || isAwaited(this.engine.view());
  }

  #handleChange(): void {
    const view = this.engine.view();
    const before = this.#capture;
    this.#capture = view.capture;
    if (before === 'idle' && view.capture !== 'idle') this.#listener?.onStart();
    if (view.capture === 'recording' && (before === 'starting' || before === 'idle')) this.#listener?.onHearing();
    if (before !== 'idle' && view.capture === 'idle') this.#listener?.onStop(isAwaited(view));
    this.#listener?.onChange(view);
  }
}

/** Returns whether text is still awaited; for a failed take, whether any is still being tidied up. */
export function isAwaited(view: EngineView): boolean {
  return view.takes.some(({ phase, cleanUp }) => phase !== 'failed' || cleanUp?.state === 'pending');
}

/** Returns the last take that can be retried. */
export function failedTake(view: EngineView): number | undefined {
  return view.takes.findLast(({ phase }) => phase === 'failed')?.id;
}

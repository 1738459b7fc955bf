import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { EngineNotice, EngineView } from '@workspace/dictation/engine';
import type { TakeView } from '@workspace/dictation/take-view';
import type { Clock } from '@workspace/speech/clock';
import type { Cue } from '../../ipc/microphone-messages.ts';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { WindowMicrophone } from '../microphone/window-microphone.ts';
import type { SoundOutput } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { DocumentStore } from '../storage/saved-document.ts';
import { type MutingProblem, OutputMuting } from './output-muting.ts';

export interface SoundsDependencies {
  clock: Clock;
  /** undefined if it can't be muted. */
  output: SoundOutput | undefined;
  /** Stores which devices are muted. */
  store: DocumentStore;
  settings: Pick<SettingsKeeper, 'current' | 'onChange'>;
  microphone: Pick<WindowMicrophone, 'play'>;
  hud: Pick<HudPresenter, 'notify' | 'remark'>;
}

/** The sound of a dictation: plays its cues and mutes other sound meanwhile, each if the user wants it. */
export class Sounds {
  readonly #settings: SoundsDependencies['settings'];
  readonly #microphone: SoundsDependencies['microphone'];
  readonly #muting: OutputMuting;
  #isRecording = false;

  /** Opens the sounds, and starts unmuting what an earlier run left muted. */
  static async open(dependencies: SoundsDependencies): Promise<Sounds> {
    const { clock, output, store, hud } = dependencies;
    const onProblem = (problem: MutingProblem) => {
      if (problem === 'not-muted') hud.remark(NOT_MUTED);
      else hud.notify({ tone: 'notice', ...NOT_UNMUTED });
    };
    return new Sounds(dependencies, await OutputMuting.open({ clock, output, store, onProblem }));
  }

  private constructor({ settings, microphone }: SoundsDependencies, muting: OutputMuting) {
    this.#settings = settings;
    this.#microphone = microphone;
    this.#muting = muting;
    settings.onChange(() => {
      if (!settings.current.muteWhileRecording) muting.end();
    });
  }

  /** Handles the start of a recording: other sound is muted once that has been announced. */
  handleHearing(): void {
    this.#isRecording = true;
    this.play('start', () => {
      if (this.#settings.current.muteWhileRecording && this.#isRecording) this.#muting.begin();
    });
  }

  handleChange({ capture }: EngineView): void {
    this.#isRecording = capture === 'recording';
  }

  handleStop(isAwaited: boolean): void {
    this.#isRecording = false;
    this.#muting.end();
    if (isAwaited) this.play('stop');
  }

  handleTakeOver({ phase }: TakeView): void {
    if (phase === 'failed') this.play('error');
  }

  handleNotice({ type }: EngineNotice): void {
    if (type !== 'silence') this.play('error');
  }

  /** Plays a cue if the user wants cues. Calls back when it is over. */
  play(cue: Cue, onOver: () => void = () => {}): void {
    if (this.#settings.current.sounds) this.#muting.whenAudible(() => this.#microphone.play(cue, onOver));
    else onOver();
  }

  /** Unmutes what is muted. Resolves once that is done or has failed. */
  async close(): Promise<void> {
    await this.#muting.close();
  }
}

const NOT_MUTED = 'Couldn’t mute other sound. Check the sound settings.';
const NOT_UNMUTED = {
  title: 'Couldn’t turn the sound back on',
  detail: `${PRODUCT_NAME} keeps trying. You can also unmute it in the system’s sound settings.`,
};

import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { Microphone, MicrophoneFailure, MicrophoneStream } from '@workspace/dictation/ports';
import { SILENT_LEVEL, VoiceActivity } from '@workspace/dictation/voice-activity';

/** Listens to the microphone only to show its level: keeps nothing. */
export class LevelMonitor {
  readonly #microphone: Microphone;
  readonly #onChange: () => void;
  #stream: MicrophoneStream | undefined;
  /** Level of the last 20 ms, in dB below full scale. */
  level = SILENT_LEVEL;
  failure: MicrophoneFailure | undefined;

  constructor(microphone: Microphone, onChange: () => void) {
    this.#microphone = microphone;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  open(): void {
    if (this.#stream) return;
    this.failure = undefined;
    const activity = new VoiceActivity();
    const stream = this.#microphone.open({
      onSamples: (samples) => {
        const frame = activity.process(samples).at(-1);
        if (this.#stream !== stream || frame === undefined) return;
        this.level = frame.level;
        this.#onChange();
      },
      onEnd: (failure) => {
        if (this.#stream !== stream) return;
        this.#stream = undefined;
        this.level = SILENT_LEVEL;
        this.failure = failure;
        this.#onChange();
      },
    });
    this.#stream = stream;
    this.#onChange();
  }

  /** Shows that a dictation found the microphone unusable. */
  handleFailure(failure: MicrophoneFailure): void {
    this.close();
    this.failure = failure;
    this.#onChange();
  }

  close(): void {
    if (!this.#stream) return;
    this.#stream.close();
    this.#stream = undefined;
    this.level = SILENT_LEVEL;
    this.#onChange();
  }
}

/** The message for each microphone failure. */
export const MICROPHONE_PROBLEMS: Record<MicrophoneFailure, string> = {
  denied: `${PRODUCT_NAME} isn’t allowed to use the microphone. Allow it in the system’s privacy settings.`,
  missing: 'No microphone found. Connect one.',
  lost: 'The microphone was disconnected. Reconnect it, or choose another.',
  failed: 'Couldn’t open the microphone. Quit other apps that use it, then try again.',
};

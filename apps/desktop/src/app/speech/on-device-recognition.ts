import { createOnDeviceProvider } from '@workspace/on-device/on-device-provider';
import { Recognizer, type RecognizerPorts, type RecognizerState } from '@workspace/on-device/recognizer';
import type { Clock } from '@workspace/speech/clock';
import type { SttError, SttProvider } from '@workspace/speech/provider';
import { samplesIn } from '@workspace/speech/samples';

/** How long a check waits for the model. */
const CHECK_LIMIT_MS = 30_000;
/** Length of the silence recognized in a check. */
const CHECK_AUDIO_MS = 200;

/** Recognition on this computer: the app's only recognizer, and the provider that uses it. */
export class OnDeviceRecognition {
  readonly provider: SttProvider;
  readonly #clock: Clock;
  readonly #recognizer: Recognizer;

  constructor(ports: RecognizerPorts, onChange: () => void) {
    this.#clock = ports.clock;
    this.#recognizer = new Recognizer(ports, onChange);
    this.provider = createOnDeviceProvider(this.#recognizer, ports.clock);
  }

  get state(): RecognizerState {
    return this.#recognizer.state;
  }

  /** Loads the model and recognizes a moment of silence. Resolves with what is wrong, if anything. */
  check(): Promise<Pick<SttError, 'message' | 'advice'> | undefined> {
    return new Promise((resolve) => {
      const stopWaiting = this.#clock.schedule(CHECK_LIMIT_MS, () => {
        callOff();
        resolve(TOO_SLOW);
      });
      const end = (error?: SttError) => {
        stopWaiting();
        resolve(error);
      };
      const silence = { samples: new Int16Array(samplesIn(CHECK_AUDIO_MS)), draft: [], final: false };
      const callOff = this.#recognizer.recognize(silence, { onText: () => end(), onError: end });
    });
  }

  /** Ends the recognizer's process. */
  close(): Promise<void> {
    return this.#recognizer.free();
  }
}

const TOO_SLOW = {
  message: `Speech recognition on this computer didn’t load within ${CHECK_LIMIT_MS / 1_000} seconds.`,
  advice: 'Quit some apps, then try again.',
};

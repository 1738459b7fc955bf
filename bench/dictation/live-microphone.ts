import type { Microphone, MicrophoneListener } from '@workspace/dictation/ports';
import { samplesIn } from '@workspace/speech/samples';

const FRAME_MS = 20;
/** Level of a quiet room, out of 32,768. */
const ROOM = 12;

/** A microphone in a room where a sentence is spoken, in real time. */
export class LiveMicrophone implements Microphone {
  readonly #sentence: Int16Array;
  readonly #silenceBeforeMs: number;
  /** When the voice started and ended, by `performance.now()`. */
  voiceFrom = 0;
  voiceTo = 0;

  constructor(sentence: Int16Array, silenceBeforeMs: number) {
    this.#sentence = sentence;
    this.#silenceBeforeMs = silenceBeforeMs;
  }

  open(listener: MicrophoneListener) {
    const openedAt = performance.now();
    this.voiceFrom = openedAt + this.#silenceBeforeMs;
    this.voiceTo = this.voiceFrom + (this.#sentence.length / samplesIn(1_000)) * 1_000;
    let frames = 0;
    const timer = setInterval(() => {
      while ((frames + 1) * FRAME_MS <= performance.now() - openedAt) {
        listener.onSamples(this.#frame(frames * samplesIn(FRAME_MS)));
        frames += 1;
      }
    }, FRAME_MS / 4);
    return { close: () => clearInterval(timer) };
  }

  #frame(at: number): Int16Array {
    const start = at - samplesIn(this.#silenceBeforeMs);
    return Int16Array.from(
      { length: samplesIn(FRAME_MS) },
      (_, index) => (this.#sentence[start + index] ?? 0) + Math.round((Math.random() - 0.5) * 2 * ROOM),
    );
  }
}

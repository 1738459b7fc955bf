import type { SttCaps } from '@workspace/speech/provider';
import { AudioBuffer } from './audio-buffer.ts';
import { type PhraseMark, Phrasing } from './phrasing.ts';
import type { Range } from './transcript.ts';
import { FRAME_MS, FRAME_SAMPLES, VoiceActivity } from './voice-activity.ts';

/** The audio of one take, held in memory, and where in it somebody speaks. */
export class TakeAudio {
  readonly buffer = new AudioBuffer();
  readonly phrasing: Phrasing;
  readonly #voice = new VoiceActivity();
  /** For each frame, the number of voiced frames up to and including it. */
  readonly #voicedFrames: number[] = [];
  #level = -100;

  constructor(phrases: SttCaps['phrases']) {
    this.phrasing = new Phrasing(phrases);
  }

  /** Level of the last 20 ms, in dB below full scale. */
  get level(): number {
    return this.#level;
  }

  /** Whether anybody may have spoken. */
  get hasHeardVoice(): boolean {
    return (this.#voicedFrames.at(-1) ?? 0) > 0 || this.phrasing.mayHoldSpeech();
  }

  /** Processes the next samples; yields the phrase mark and end position of each frame they complete. */
  *process(samples: Int16Array): Generator<PhraseMark & { end: number }> {
    this.buffer.append(samples);
    for (const frame of this.#voice.process(samples)) {
      this.#level = frame.level;
      this.#voicedFrames.push((this.#voicedFrames.at(-1) ?? 0) + (frame.voiced ? 1 : 0));
      yield { end: frame.end, ...this.phrasing.process(frame) };
    }
  }

  /** Returns how much of these ranges is voice, in milliseconds of audio. */
  voicedMs(ranges: readonly Range[]): number {
    const upTo = (position: number) => this.#voicedFrames[Math.floor(position / FRAME_SAMPLES) - 1] ?? 0;
    return ranges.reduce((sum, { from, to }) => sum + (upTo(to) - upTo(from)) * FRAME_MS, 0);
  }
}

import { samplesIn } from '@workspace/speech/samples';
import { SOUND, VOICE } from './limits.ts';

const FRAME_SAMPLES = samplesIn(VOICE.frameAudioMs);
const FULL_SCALE = 0x8000;

/** Samples from `from` up to, not including, `to`. */
export interface Range {
  from: number;
  to: number;
}

/**
 * Analyzes a sound as it arrives, and locates the voice in it. Judged with hindsight: the floor is the quietest moment
 * so far, so that what counts as voice can only grow. In doubt, sound counts as voice.
 */
export class VoicedRange {
  readonly #levels: number[] = [];
  #open: number[] = [];
  #floor = 0;

  /** Takes the next samples. */
  process(samples: Int16Array): void {
    for (const sample of samples) {
      this.#open.push(sample);
      if (this.#open.length === FRAME_SAMPLES) this.#completeFrame();
    }
  }

  /** Returns where the voice is between these positions, with a margin on either side; undefined if there is none. */
  within({ from, to }: Range): Range | undefined {
    const first = Math.floor(from / FRAME_SAMPLES);
    const end = Math.min(this.#levels.length, Math.ceil(to / FRAME_SAMPLES));
    const threshold = Math.min(VOICE.alwaysVoiceDb, Math.max(VOICE.neverVoiceDb, this.#floor + VOICE.overFloorDb));
    const isOnset = (frame: number) =>
      frame + VOICE.onsetFrames <= end &&
      this.#levels.slice(frame, frame + VOICE.onsetFrames).every((level) => level > threshold);
    let onset = first;
    while (onset < end && !isOnset(onset)) onset += 1;
    if (onset >= end) return undefined;
    let last = end - 1;
    while (this.#levels[last]! <= threshold) last -= 1;
    return {
      from: Math.max(from, onset * FRAME_SAMPLES - samplesIn(SOUND.keptBeforeAudioMs)),
      to: Math.min(to, (last + 1) * FRAME_SAMPLES + samplesIn(SOUND.keptAfterAudioMs)),
    };
  }

  #completeFrame(): void {
    const mean = this.#open.reduce((sum, sample) => sum + sample, 0) / FRAME_SAMPLES;
    const square = this.#open.reduce((sum, sample) => sum + sample * sample, 0) / FRAME_SAMPLES - mean * mean;
    this.#open = [];
    this.#levels.push(square < 0.1 ? -100 : 10 * Math.log10(square / FULL_SCALE ** 2));
    const lately = this.#levels.slice(-VOICE.onsetFrames);
    if (lately.length === VOICE.onsetFrames) this.#floor = Math.min(this.#floor, Math.max(...lately));
  }
}

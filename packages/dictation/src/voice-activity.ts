import { SAMPLE_RATE } from '@workspace/speech/provider';
import { VOICE } from './tuning.ts';

/** 20 ms: voice is judged frame by frame. */
export const FRAME_SAMPLES = SAMPLE_RATE / 50;
export const FRAME_MS = 20;

/** The level of digital silence, in dB below full scale. */
export const SILENT_LEVEL = -100;

/** What was heard in one 20 ms frame. */
export interface VoiceFrame {
  /** Position after the frame's last sample. */
  end: number;
  /** Root mean square without the DC offset, in dB below full scale: `SILENT_LEVEL` to 0. */
  level: number;
  voiced: boolean;
}

/**
 * Detects voice by its level above the noise floor, frame by frame. The floor is the lowest level of the last few
 * seconds: speech drops to it between words, so it follows steady noise but not speech. When in doubt, it is voice:
 * anything loud counts, even if steady.
 */
export class VoiceActivity {
  #position = 0;
  #sum = 0;
  #squares = 0;
  #count = 0;
  #window: FloorWindow | undefined;

  /** Processes the next samples, in pieces of any length; returns the frames they complete. */
  process(samples: Int16Array): VoiceFrame[] {
    const frames: VoiceFrame[] = [];
    let from = 0;
    while (from < samples.length) {
      const to = Math.min(samples.length, from + FRAME_SAMPLES - this.#count);
      this.#add(samples, from, to);
      if (this.#count === FRAME_SAMPLES) frames.push(this.#completeFrame());
      from = to;
    }
    return frames;
  }

  /** Sums in local variables: this runs for every sample ever heard. */
  #add(samples: Int16Array, from: number, to: number): void {
    let sum = 0;
    let squares = 0;
    for (let index = from; index < to; index += 1) {
      const sample = samples[index]!;
      sum += sample;
      squares += sample * sample;
    }
    this.#sum += sum;
    this.#squares += squares;
    this.#count += to - from;
  }

  #completeFrame(): VoiceFrame {
    const mean = this.#sum / FRAME_SAMPLES;
    const level = decibels(this.#squares / FRAME_SAMPLES - mean * mean);
    this.#position += FRAME_SAMPLES;
    this.#sum = 0;
    this.#squares = 0;
    this.#count = 0;
    this.#window ??= { before: Math.min(level, VOICE.firstFloorDb), now: level, frames: 0 };
    this.#window = advance(this.#window, level);
    const floor = Math.min(this.#window.before, this.#window.now);
    return { end: this.#position, level, voiced: level > voiceThreshold(floor) };
  }
}

/** The floor over one to two windows: the lowest level of the previous window, and of the one being filled. */
interface FloorWindow {
  before: number;
  now: number;
  frames: number;
}

function advance(window: FloorWindow, level: number): FloorWindow {
  if (window.frames * FRAME_MS >= VOICE.floorWindowMs) return { before: window.now, now: level, frames: 1 };
  return { before: window.before, now: Math.min(window.now, level), frames: window.frames + 1 };
}

/** Returns the level above which a frame counts as voice, given the noise floor; both in dB below full scale. */
export function voiceThreshold(floor: number): number {
  return Math.min(VOICE.alwaysVoiceDb, Math.max(VOICE.neverVoiceDb, floor + VOICE.overFloorDb));
}

/** Converts the mean square of PCM16 samples to dB below full scale. */
function decibels(meanSquare: number): number {
  return meanSquare < 0.1 ? SILENT_LEVEL : Math.max(SILENT_LEVEL, 10 * Math.log10(meanSquare / (32_768 * 32_768)));
}

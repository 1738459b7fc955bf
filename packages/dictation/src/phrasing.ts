import type { SttCaps } from '@workspace/speech/provider';
import { CAPTURE, PHRASES, VOICE } from './tuning.ts';
import { FRAME_MS, type VoiceFrame, voiceThreshold } from './voice-activity.ts';

/** The state of speech since the last cut. */
export interface PhraseMark {
  /** Voice was heard: the phrase may be sent, from its first sample on. */
  heard: boolean;
  /** The phrase ends with this frame. */
  cut: boolean;
}

/** Steps of patience: once a phrase is `fromMs` long, a pause of `pauseMs` ends it. In ascending order of `fromMs`. */
type Patience = readonly { fromMs: number; pauseMs: number }[];

/** Finds the phrases in a take: where voice starts, and the pauses at which a phrase ends. */
export class Phrasing {
  readonly #phrases: SttCaps['phrases'];
  #isByPhrase = false;
  #heard = false;
  #voicedRun = 0;
  #framesSinceVoice = 0;
  #framesSinceOnset = 0;
  #loudest = -100;
  #quietest = 0;
  #released = false;
  readonly #recent: number[] = [];

  constructor(phrases: SttCaps['phrases']) {
    this.#phrases = phrases;
  }

  /** Whether each phrase is inserted while the next is spoken; none is until this is known. */
  set isByPhrase(isByPhrase: boolean) {
    this.#isByPhrase = isByPhrase;
  }

  /** Milliseconds since voice was last heard, in this phrase or an earlier one. */
  get silenceMs(): number {
    return this.#framesSinceVoice * FRAME_MS;
  }

  /** Processes the next frame. After a cut, the next phrase begins. */
  process(frame: VoiceFrame): PhraseMark {
    this.#measure(frame);
    if (!this.#heard) return { heard: false, cut: false };
    this.#framesSinceOnset += 1;
    const lengthMs = this.#framesSinceOnset * FRAME_MS;
    const { patience, dipFromMs } = this.#rule;
    const pauseMs = patience.findLast((step) => lengthMs >= step.fromMs)?.pauseMs ?? Number.POSITIVE_INFINITY;
    const inDip = lengthMs >= dipFromMs && frame.level <= Math.min(...this.#recent) + VOICE.dipDb;
    if (this.silenceMs < pauseMs && !inDip) return { heard: true, cut: false };
    this.#beginPhrase();
    return { heard: true, cut: true };
  }

  /** After the release, even the shortest sound may be the beginning of a last word, and breaks the silence. */
  handleRelease(): void {
    this.#released = true;
  }

  /** Ends the phrase, if there is one, without waiting for its full pause. `quiet`: certainly nobody is speaking. */
  endIfQuiet(): { quiet: boolean; cut: boolean } {
    const quiet = this.silenceMs >= CAPTURE.tailQuietMs && (this.#heard || !this.mayHoldSpeech());
    const cut = quiet && this.#heard;
    if (cut) this.#beginPhrase();
    return { quiet, cut };
  }

  /**
   * Whether the audio since the last cut may contain speech, judged in hindsight. When in doubt, it does: a sound that
   * is loud, or stands out from the quietest moment, may be a word that live detection missed.
   */
  mayHoldSpeech(): boolean {
    return this.#heard || this.#loudest > voiceThreshold(this.#quietest);
  }

  get #rule(): { patience: Patience; dipFromMs: number } {
    if (this.#phrases === 'short') return PHRASES.short;
    return this.#isByPhrase ? PHRASES.longByPhrase : PHRASES.longAtOnce;
  }

  #measure(frame: VoiceFrame): void {
    this.#recent.push(frame.level);
    if (this.#recent.length > VOICE.dipWindowMs / FRAME_MS) this.#recent.shift();
    const lately = this.#recent.slice(-VOICE.onsetFrames);
    if (lately.length === VOICE.onsetFrames) {
      this.#loudest = Math.max(this.#loudest, Math.min(...lately));
      this.#quietest = Math.min(this.#quietest, Math.max(...lately));
    }
    if (!frame.voiced) {
      this.#framesSinceVoice += 1;
      this.#voicedRun = 0;
      return;
    }
    this.#voicedRun += 1;
    if (this.#voicedRun >= VOICE.onsetFrames) this.#heard = true;
    if (this.#heard || this.#released) this.#framesSinceVoice = 0;
  }

  #beginPhrase(): void {
    this.#heard = false;
    this.#voicedRun = 0;
    this.#framesSinceOnset = 0;
    this.#loudest = -100;
    // The quietest moment belongs to the room, and is kept.
  }
}

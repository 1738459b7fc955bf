import { samplesOf } from './rate.ts';
import { VOICE_FRAME, type Voice } from './voice.ts';

/** A change between speech and silence. Positions are samples of the stream. */
export type TurnEvent =
  /** `at`: where the voice began. */
  | { type: 'started'; at: number }
  /** `at`: where the silence had lasted long enough; `voiceEnd`: where the voice ended. */
  | { type: 'stopped'; at: number; voiceEnd: number };

/** Separates turns of speech by the silence after them, as a provider's voice activity detection does. */
export class Turns {
  readonly #voice: Voice;
  readonly #silence: number;
  #frame: number;
  /** Where the voice was last heard; undefined outside a turn. */
  #voiceEnd: number | undefined;

  /** Starts at the current end of the stream. */
  constructor(voice: Voice, silenceMs: number) {
    this.#voice = voice;
    this.#silence = Math.max(samplesOf(silenceMs), VOICE_FRAME);
    this.#frame = voice.frames;
  }

  /** Returns the events since the last call. */
  advance(): TurnEvent[] {
    const events: TurnEvent[] = [];
    for (; this.#frame < this.#voice.frames; this.#frame++) {
      const end = (this.#frame + 1) * VOICE_FRAME;
      if (this.#voice.isVoiced(this.#frame)) {
        if (this.#voiceEnd === undefined) events.push({ type: 'started', at: this.#frame * VOICE_FRAME });
        this.#voiceEnd = end;
      } else if (this.#voiceEnd !== undefined && end - this.#voiceEnd >= this.#silence) {
        events.push({ type: 'stopped', at: end, voiceEnd: this.#voiceEnd });
        this.#voiceEnd = undefined;
      }
    }
    return events;
  }

  /** Discards the turn in progress, if any. */
  reset(): void {
    this.#voiceEnd = undefined;
  }
}

import { Locator } from './locator.ts';
import { samplesOf } from './rate.ts';
import { type RecognizedWord, recognizeWords } from './recognize-words.ts';
import type { Reference, ScriptWord } from './reference.ts';
import { VOICE_FRAME, Voice } from './voice.ts';

/** What a recognizer can recognize. */
export interface Script {
  /** If absent, all audio is unknown. */
  readonly spoken?: { readonly reference: Reference; readonly words: readonly ScriptWord[] } | undefined;
  /** Whether audio without any part of the reference is recognized as canned words. */
  readonly imagines: boolean;
}

/** How much voiced audio makes one canned word. */
const IMAGINED_WORD = samplesOf(350);
const IMAGINED_TEXT =
  'This is a speech sandbox. It cannot understand you, but it writes one word for every third of a second of your voice.'.split(
    ' ',
  );

/** The recognizer of one session: finds a scenario's words in its audio. Positions are samples since the first one. */
export class Recognizer {
  readonly #script: Script;
  readonly #locator: Locator | undefined;
  readonly voice = new Voice();
  #received = 0;

  /** `expected` is where in the reference the audio should begin; it decides between several matching places. */
  constructor(script: Script, expected = 0) {
    this.#script = script;
    this.#locator = script.spoken && new Locator(script.spoken.reference, expected);
  }

  /** The number of samples received. */
  get received(): number {
    return this.#received;
  }

  /** The position up to which the audio is decided; the rest waits for more. */
  get decided(): number {
    return this.#locator?.decided ?? this.#received;
  }

  /** Takes the next samples, at `RECOGNIZER_RATE`, between -1 and 1. */
  push(samples: Float32Array): void {
    this.#received += samples.length;
    this.voice.push(samples);
    this.#locator?.push(samples);
  }

  /** Decides all received audio, as if nothing followed. */
  settle(): void {
    this.#locator?.settle();
  }

  /** The words in a part of the audio: those of the script, or canned ones if the whole part is unknown. */
  recognize(from: number, to: number): RecognizedWord[] {
    const { spoken, imagines } = this.#script;
    const stretches = this.#locator?.stretches.filter((stretch) => stretch.from < to && stretch.to > from) ?? [];
    if (spoken !== undefined && stretches.length > 0) {
      return recognizeWords(spoken.words, spoken.reference.loudness, stretches, from, to);
    }
    return imagines ? this.#imagine(from, to) : [];
  }

  /**
   * The words from a position on that are known while audio arrives: those that ended at least `lag` samples ago,
   * without the last one while its sound may still arrive.
   */
  recognizeSoFar(from: number, lag: number): RecognizedWord[] {
    const words = this.recognize(from, this.#received);
    const finished = words.at(-1)?.whole === false ? words.slice(0, -1) : words;
    return finished.filter((word) => word.to + lag <= this.#received);
  }

  /** The place in the reference that corresponds to a position in the received audio, if known. */
  placeOf(position: number): number | undefined {
    const stretch = this.#locator?.stretches.findLast(({ from }) => from < position);
    return stretch && Math.min(position, stretch.to) + stretch.shift;
  }

  /** The n-th canned word is recognized once the stream holds enough voiced audio for n words. */
  #imagine(from: number, to: number): RecognizedWord[] {
    const words: RecognizedWord[] = [];
    const wordsBefore = (frame: number) => Math.floor((this.voice.voicedBefore(frame) * VOICE_FRAME) / IMAGINED_WORD);
    for (let frame = Math.floor(from / VOICE_FRAME); (frame + 1) * VOICE_FRAME <= to; frame++) {
      const number = wordsBefore(frame);
      if (wordsBefore(frame + 1) === number) continue;
      const end = (frame + 1) * VOICE_FRAME;
      const text = ` ${IMAGINED_TEXT[number % IMAGINED_TEXT.length]}`;
      words.push({ text, from: Math.max(from, end - IMAGINED_WORD), to: end, whole: true });
    }
    return words;
  }
}

/** The text of words as a provider writes it: without a space before the first one. */
export function textOf(words: readonly RecognizedWord[]): string {
  return words
    .map((word) => word.text)
    .join('')
    .replace(/^ +/, '');
}

import { Locator } from './locator.ts';
import { samplesOf } from './rate.ts';
import { type RecognizedWord, recognizeWords } from './recognize-words.ts';
import type { Reference, ScriptWord } from './reference.ts';
import { VOICE_FRAME, Voice } from './voice.ts';

/** What there is to be recognized. */
export interface Script {
  /** Absent: all audio is unknown. */
  readonly spoken?: { readonly reference: Reference; readonly words: readonly ScriptWord[] } | undefined;
  /** Whether audio that is no part of the reference is recognized as a text of the recognizer's own. */
  readonly imagines: boolean;
}

/** Voiced audio that makes one word of the recognizer's own text. */
const IMAGINED_WORD = samplesOf(350);
const IMAGINED_TEXT =
  'This is a speech sandbox. It cannot understand you, but it writes one word for every third of a second of your voice.'.split(
    ' ',
  );

/** The recognizer of one session: finds the words of a scenario in the audio that arrives. Positions are samples from the first one received. */
export class Recognizer {
  readonly #script: Script;
  readonly #locator: Locator | undefined;
  readonly voice = new Voice();
  #received = 0;

  /** `expected` is the position in the reference where the audio begins, if it could begin at several. */
  constructor(script: Script, expected = 0) {
    this.#script = script;
    this.#locator = script.spoken && new Locator(script.spoken.reference, expected);
  }

  /** How many samples were taken. */
  get received(): number {
    return this.#received;
  }

  /** Up to where the audio was listened to; the rest waits for more. */
  get decided(): number {
    return this.#locator?.decided ?? this.#received;
  }

  /** Takes the next samples, at `RECOGNIZER_RATE`, between -1 and 1. */
  push(samples: Float32Array): void {
    this.#received += samples.length;
    this.voice.push(samples);
    this.#locator?.push(samples);
  }

  /** Listens to all that was received, as if nothing followed. */
  settle(): void {
    this.#locator?.settle();
  }

  /** The words of a part of the audio: those of the script, or the recognizer's own if the whole part is unknown to it. */
  recognize(from: number, to: number): RecognizedWord[] {
    const { spoken, imagines } = this.#script;
    const stretches = this.#locator?.stretches.filter((stretch) => stretch.from < to && stretch.to > from) ?? [];
    if (spoken !== undefined && stretches.length > 0) {
      return recognizeWords(spoken.words, spoken.reference.loudness, stretches, from, to);
    }
    return imagines ? this.#imagine(from, to) : [];
  }

  /**
   * The words from a position on as one who listens while they are spoken knows them: those that ended at least `lag`
   * samples ago, without the last one as long as its sound may still arrive.
   */
  recognizeSoFar(from: number, lag: number): RecognizedWord[] {
    const words = this.recognize(from, this.#received);
    const finished = words.at(-1)?.whole === false ? words.slice(0, -1) : words;
    return finished.filter((word) => word.to + lag <= this.#received);
  }

  /** Where in the reference the audio before a position comes from, if that is known. */
  placeOf(position: number): number | undefined {
    const stretch = this.#locator?.stretches.findLast(({ from }) => from < position);
    return stretch && Math.min(position, stretch.to) + stretch.shift;
  }

  /** The n-th word is recognized if the voiced audio of the stream is long enough for n words. */
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

/** The text of some words, as a provider writes it: without a space before the first one. */
export function textOf(words: readonly RecognizedWord[]): string {
  return words
    .map((word) => word.text)
    .join('')
    .replace(/^ +/, '');
}

import type { Stretch } from './locator.ts';
import type { Loudness } from './loudness.ts';
import { samplesOf } from './rate.ts';
import type { ScriptWord } from './reference.ts';

/** A recognized word, or a piece of one. Positions are received samples. */
export interface RecognizedWord {
  /** Including the space before it, as in the script. */
  text: string;
  from: number;
  to: number;
  /** Whether (nearly) all of its audio was received. */
  whole: boolean;
}

/** How much may be missing from a word that counts as whole, and how much is too little to be recognized at all. */
const TOLERANCE = samplesOf(10);
/** Words with less audible sound than this are measured by their length instead. */
const SHORTEST_AUDIBLE = 2 * TOLERANCE;

/**
 * The words in a part of the received audio, in the order received. A word is whole if nearly all of its sound is
 * there. Of a cut word, letters are recognized in proportion to its sound; a repeated word is recognized again.
 */
export function recognizeWords(
  words: readonly ScriptWord[],
  loudness: Loudness,
  stretches: readonly Readonly<Stretch>[],
  from: number,
  to: number,
): RecognizedWord[] {
  const utterances: Utterance[] = [];
  for (const { word, shift, ...piece } of piecesOf(words, stretches, from, to)) {
    const sound = soundOf(loudness, word);
    const sounded = { from: sound(piece.from), to: sound(piece.to) };
    const last = utterances.at(-1);
    if (last !== undefined && last.word === word && sounded.from >= last.pieces.at(-1)!.to - TOLERANCE) {
      last.pieces.push(sounded);
      last.to = piece.to - shift;
    } else {
      const length = sound(samplesOf(word.endMs));
      utterances.push({ word, length, pieces: [sounded], from: piece.from - shift, to: piece.to - shift });
    }
  }
  return utterances.map(recognizedWord).filter((recognized) => recognized !== undefined);
}

/** Yields the pieces of words in a part of the received audio, as positions in the reference. */
function* piecesOf(
  words: readonly ScriptWord[],
  stretches: readonly Readonly<Stretch>[],
  from: number,
  to: number,
): Generator<{ word: ScriptWord; from: number; to: number; shift: number }> {
  for (const { shift, ...stretch } of stretches) {
    const start = Math.max(stretch.from, from) + shift;
    const end = Math.min(stretch.to, to) + shift;
    for (let index = firstEndingAfter(words, start); index < words.length; index++) {
      const word = words[index]!;
      const piece = { from: Math.max(samplesOf(word.startMs), start), to: Math.min(samplesOf(word.endMs), end) };
      if (piece.from >= piece.to) break;
      yield { word, shift, ...piece };
    }
  }
}

/** One occurrence of a word: which pieces of its sound were received, counted from its start. */
interface Utterance {
  word: ScriptWord;
  /** Length of the word's entire sound. */
  length: number;
  pieces: { from: number; to: number }[];
  from: number;
  to: number;
}

/** Returns a counter of a word's samples before a position: the audible ones, or all if it is hardly audible. */
function soundOf(loudness: Loudness, word: ScriptWord): (position: number) => number {
  const start = samplesOf(word.startMs);
  const isAudible = loudness.audibleBetween(start, samplesOf(word.endMs)) >= SHORTEST_AUDIBLE;
  return isAudible ? (position) => loudness.audibleBetween(start, position) : (position) => position - start;
}

function recognizedWord({ word, length, pieces, from, to }: Utterance): RecognizedWord | undefined {
  const recognized = pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);
  if (recognized >= length - TOLERANCE) return { text: word.text, from, to, whole: true };
  if (recognized <= TOLERANCE) return undefined;

  const space = /^\s*/.exec(word.text)![0];
  const letters = Array.from(LETTERS.segment(word.text.slice(space.length)), ({ segment }) => segment);
  const fragment = pieces.map((piece) =>
    letters.slice(letterAt(piece.from / length, letters), letterAt(piece.to / length, letters)).join(''),
  );
  const text = fragment.join('');
  return text === '' ? undefined : { text: space + text, from, to, whole: false };
}

/** Letters as people count them: an emoji or an accented letter is one. */
const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function letterAt(share: number, letters: string[]): number {
  return Math.round(share * letters.length);
}

/** Index of the first word that ends after a position of the reference; words are in order and don't overlap. */
function firstEndingAfter(words: readonly ScriptWord[], position: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (samplesOf(words[middle]!.endMs) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

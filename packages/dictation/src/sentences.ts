/** Where sentences begin and end. */
import type { OwnWords } from './untouched-text.ts';

/** Abbreviations that end with a full stop, in English, German, French and Spanish; in lower case. */
const ABBREVIATIONS = new Set(
  (
    'approx ca cf co corp dept ed eds est etc fig inc jr ltd max min mr mrs ms mt no nos p pp prof rev sec sen sr st vol vs ' +
    'abs abt allg art aufl bd bsp bspw bzw d dgl dr evtl f ff frl geb ggf h hrsg inkl jh kap mio mrd nr s sog std str tel u ' +
    'usw v vgl z zzgl av bd chap env éd ex hab m mm mlle mme n° pl sté av avda cap dña núm pág ref sra srta sres ud uds vda'
  ).split(' '),
);

/** The marks at the end of a sentence, with any closing marks after them. */
const SENTENCE_END = /([.!?…。！？]+)["'”’»›)\]]*(?=\p{White_Space}|$)|\n/gu;
const LAST_WORD = /[\p{L}\p{M}\p{N}°.]*$/u;
const LONGEST_ABBREVIATION = 12;
const DOTTED_ABBREVIATION = /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u;
/** A lower-case word whose case depends only on its place; others are written as they are for a reason. */
const SMALL_WORD = /([¿¡]?)(\p{Ll}[\p{Ll}\p{M}'’]*)(?![\p{L}\p{N}@_/-]|\.\p{L})/uy;

/** Whether the full stop after a word belongs to the word: etc., p.m., z. B., J. */
export function isAbbreviation(word: string): boolean {
  return isDottedAbbreviation(word) || /^\p{L}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/** Whether a word, given without its last dot, is an abbreviation such as U.S., p.m. or Ph.D. */
export function isDottedAbbreviation(word: string): boolean {
  return DOTTED_ABBREVIATION.test(word);
}

/**
 * Returns the position of the letter to capitalize if a sentence begins at `at`; undefined if there is none, as in the
 * user's own words.
 */
export function capitalPlace(text: string, at: number, ownWords: OwnWords): number | undefined {
  SMALL_WORD.lastIndex = at;
  const [, mark = '', word] = SMALL_WORD.exec(text) ?? [];
  if (word === undefined) return undefined;
  const from = at + mark.length;
  return ownWords.claims(text, { from, to: from + word.length }) ? undefined : from;
}

/** Returns where the sentences of a text end, including the white space that follows them; ascending. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(SENTENCE_END)) {
    const [whole, marks = ''] = match;
    const end = match.index + whole.length;
    const word = LAST_WORD.exec(text.slice(Math.max(0, match.index - LONGEST_ABBREVIATION), match.index))?.[0] ?? '';
    const isLast = text.slice(end).trim() === '';
    // "We left at 5 p.m." still ends one.
    if (marks === '.' && !isLast && isAbbreviation(word)) continue;
    ends.push(end + (/^\p{White_Space}*/u.exec(text.slice(end, end + 8))?.[0].length ?? 0));
  }
  return ends;
}

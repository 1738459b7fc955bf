import { isCommonWord } from './common-words.ts';
import type { TextAround } from './ports.ts';
import { isAbbreviation, isDottedAbbreviation } from './sentences.ts';
import type { OwnWords } from './untouched-text.ts';
import type { WritingSettings } from './writing.ts';

/**
 * The start of the line before the caret that is not part of a sentence: white space, bullets, list numbers, quote
 * markers.
 */
const LIST_MARK = /^[\p{White_Space}>*•‣◦·#–—-]*(?:[([]?(?:\p{N}{1,3}|\p{L})[.):\]]|\[[ xX]?\])?[\p{White_Space}]*/u;
const LETTER = /\p{L}/u;
/** A sentence continues after these. */
const GOES_ON = /(?:[\p{L}\p{M}\p{N},;%°&–—)\]-]|[\p{L}\p{M}\p{N}%]["“”’'»«›‹])$/u;
const OPENING_BRACKETS = /[\p{White_Space}([]+$/u;
const LAST_LINE = /[^\n\r\u2028\u2029]*$/;
const SPACES = /[^\S\n\r\u2028\u2029]*/y;

/** A word whose only capital is its first letter, with any parts joined to it. */
const CAPITALIZED = /^\p{Lu}[\p{Ll}\p{M}]*(?:['’-]\p{Ll}[\p{Ll}\p{M}]*)*(?![\p{L}\p{M}\p{N}'’@_/&+#-]|\.[\p{L}\p{N}])/u;
const NEXT_WORD = /^\p{White_Space}+\p{L}/u;
/** An unfinished sentence continues with these. */
const CONTINUES = /^(?:\p{Ll}|[,;:.!?…%)\]])/u;
/** A full stop after something, not an ellipsis. */
const FULL_STOP = /(?<![.…])(?<=[^\p{White_Space}])\.$/u;
const LAST_WORD = /[\p{L}\p{M}\p{N}.]*$/u;
/** How much of the text on each side is used to detect its language. */
const TELLING_LENGTH = 200;
const LONE_WORD = /^[^\p{White_Space}]+$/u;

/**
 * Fits a text to the sentence around the caret. In mid-sentence, the first word loses its capital if it is a common
 * word and not the user's own; where the sentence continues after the caret, the final full stop is dropped, as it is
 * for a lone word in a search field or a cell.
 */
export function fitToCaret(
  text: string,
  { before, after, field }: TextAround,
  languages: WritingSettings['languages'],
  ownWords: OwnWords,
): string {
  const started =
    before !== undefined && isSentenceUnderWay(before) ? withSmallStart(text, before, languages, ownWords) : text;
  const isLoneWord = (field === 'search' || field === 'cell') && LONE_WORD.test(text.trim());
  if (isLoneWord) return withoutFullStop(started, isDottedAbbreviation);
  return after !== undefined && continuesSentence(after) ? withoutFullStop(started, isAbbreviation) : started;
}

function isSentenceUnderWay(before: string): boolean {
  const line = LAST_LINE.exec(before)?.[0] ?? '';
  const content = line.slice(LIST_MARK.exec(line)?.[0].length);
  return LETTER.test(content) && GOES_ON.test(content.replace(OPENING_BRACKETS, ''));
}

function continuesSentence(after: string): boolean {
  SPACES.lastIndex = 0;
  return CONTINUES.test(after.slice(SPACES.exec(after)?.[0].length));
}

function withSmallStart(text: string, before: string, languages: readonly string[], ownWords: OwnWords): string {
  const start = text.length - text.replace(/^ +/, '').length;
  const word = CAPITALIZED.exec(text.slice(start))?.[0];
  if (word === undefined) return text;
  // A single letter may be a name: plan A.
  if (word.length === 1 && !NEXT_WORD.test(text.slice(start + 1))) return text;
  const small = word.charAt(0).toLowerCase() + word.slice(1);
  const isOwn = ownWords.claims(text, { from: start, to: start + word.length });
  const sentence = `${before.slice(-TELLING_LENGTH)} ${text.slice(start + word.length, TELLING_LENGTH)}`;
  if (isOwn || !isCommonWord(small.replaceAll('’', "'"), languages, sentence)) return text;
  return text.slice(0, start) + small + text.slice(start + word.length);
}

/** `isItsOwn`: whether a full stop after the word belongs to it. */
function withoutFullStop(text: string, isItsOwn: (word: string) => boolean): string {
  const sentence = text.trimEnd();
  if (!FULL_STOP.test(sentence)) return text;
  const rest = sentence.slice(0, -1);
  return isItsOwn(LAST_WORD.exec(rest)?.[0] ?? '') ? text : rest;
}

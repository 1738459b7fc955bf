/**
 * Tells whether a quotation mark opens or closes. The character alone doesn't say: German closes with the mark that
 * English opens with, Danish points its guillemets inwards, Swedish uses the same mark on both sides, and straight
 * marks have no direction. But in all of them the marks of a family alternate between opening and closing, and a word
 * that touches the mark is a clue too.
 */
import { isHanOrKana, isSoutheastAsianLetter, lastCharacter } from './characters.ts';

const QUOTATION_MARK = /^["'`\p{Pi}\p{Pf}]$/u;
/** Marks that alternate between opening and closing within a paragraph. */
const FAMILIES = ['"', '`', '“”„‟', '«»', '‹›'];

/** Single marks can't be counted: apostrophes look the same. */
const SINGLE_MARK = /^['’‘‛]$/;
const PARAGRAPH_END = /[\n\r\u2028\u2029]/;
const WORD_CHARACTER = /^[\p{L}\p{N}]/u;
/** A mark right after the end of a word or sentence closes. */
const END_OF_WORD = /^[\p{L}\p{M}\p{N}\p{Terminal_Punctuation}\p{Pe}…%]$/u;

/** Whether the character is a mark that may open or close. Low marks („ and ‚) always open, like brackets. */
export function isQuotationMark(character: string): boolean {
  return QUOTATION_MARK.test(character);
}

/** Whether the quotation mark at the end of `text` opens. */
export function endsInOpeningMark(text: string): boolean {
  const mark = text.at(-1) ?? '';
  const preceding = text.slice(0, -1);
  if (endsWord(lastCharacter(preceding))) return false;
  return SINGLE_MARK.test(mark) || facesRight(mark) || !isOpen(preceding, mark);
}

/** Whether the quotation mark at the beginning of `next`, which comes after `before`, closes. */
export function beginsWithClosingMark(before: string, next: string): boolean {
  const mark = next.charAt(0);
  const touchesWord = WORD_CHARACTER.test(next.slice(1));
  if (SINGLE_MARK.test(mark)) return !touchesWord;
  if (facesRight(mark)) return !touchesWord && isOpen(before, mark);
  return (facesLeft(mark) && !touchesWord) || isOpen(before, mark);
}

/** Whether the character ends a word. Unknowable, so false, in scripts without spaces between words. */
function endsWord(character: string): boolean {
  return END_OF_WORD.test(character) && !isHanOrKana(character) && !isSoutheastAsianLetter(character);
}

/** Whether a quotation in marks of the same family is open at the end of `text`. */
function isOpen(text: string, mark: string): boolean {
  const family = FAMILIES.find((marks) => marks.includes(mark)) ?? mark;
  let open = false;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text.charAt(index);
    if (PARAGRAPH_END.test(character)) break;
    if (family.includes(character)) open = !open;
  }
  return open;
}

function facesRight(mark: string): boolean {
  return /\p{Pi}/u.test(mark);
}

function facesLeft(mark: string): boolean {
  return /\p{Pf}/u.test(mark);
}

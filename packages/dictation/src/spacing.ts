import { isHanOrKana, isSoutheastAsianLetter, isWhiteSpace, lastCharacter } from './characters.ts';
import { beginsWithClosingMark, endsInOpeningMark, isQuotationMark } from './quotation-marks.ts';

/** Invisible, or attached to the character before: says nothing about the text before the caret. */
const LOOKED_THROUGH = /^[\p{M}\p{Cf}\p{Emoji_Modifier}\uFFFC]$/u;
const FIRST_VISIBLE = /^[\p{Cf}\uFFFC]*(.)/su;

const NO_LINE_BREAK = /[^\n\v\f\r\u0085\u2028\u2029]/g;
const COMBINING_MARK = /^\p{M}/u;

/** Hangs on the word before it. */
const CLOSING = /^[\p{Terminal_Punctuation}\p{Pe}…‥⋯%‰°]/u;
/** A dot that belongs to the word after it, as in .NET, .5 or .gitignore. */
const DOTTED_WORD = /^\.[\p{sc=Latin}\p{Nd}]/u;

/** Hangs on the word after it. */
const OPENING = /^[\p{Ps}¿¡]$/u;
/** Joins both sides: compounds, paths, addresses, names in code. */
const JOINING = /^[-‐‑/\\@_]$/;
/** A hashtag's or a number's sign, not that of C# or F#. */
const OPENING_HASH = /(?<!\p{sc=Latin})#$/u;
/** Set without spaces on both sides, or with them: the side before the caret shows which. */
const DASH = /^[–—―]$/;
const CLOSE_DASH = /[^\p{White_Space}][–—―]$/u;
/** A word that lost its last vowel, and leans on the next one: l’, qu’, dell’, un’. The English plural ends in s’. */
const ELISION = /(?<![\p{L}\p{M}\p{N}'’])(?:\p{L}|\p{L}*qu|\p{L}*ll|un)['’]$/iu;
const LONGEST_ELISION = 16;

const HANGUL = /^\p{sc=Hangul}$/u;

/**
 * `next` with the space in front that it needs after `before`, the text before the caret; absent or empty: the beginning
 * of a field. White space around `next` is dropped, its line breaks are kept, and all else stays as it is.
 */
export function joinText(before: string | undefined, next: string): string {
  const text = trimSpaces(next);
  return isSpaced(before ?? '', text) ? ` ${text}` : text;
}

/** `text` with `next` behind it, spaced as `joinText` does. */
export function appendText(text: string, next: string): string {
  return text + joinText(text, next);
}

function trimSpaces(text: string): string {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  const breaks = (space: string) => space.replace(NO_LINE_BREAK, '');
  return breaks(text.slice(0, start)) + core + breaks(text.slice(start + core.length));
}

/** Whether a space is needed between two texts, which have none there yet. */
export function isSpaced(before: string, next: string): boolean {
  const visibleBefore = visiblePart(before);
  const last = lastCharacter(visibleBefore);
  const first = FIRST_VISIBLE.exec(next)?.[1] ?? '';
  if (last === '' || isWhiteSpace(last)) return false;
  if (first === '' || isWhiteSpace(first) || COMBINING_MARK.test(next)) return false;
  if (hangsOnWordBefore(visibleBefore, first, next) || hangsOnWordAfter(visibleBefore, last)) return false;
  return areSpaced(last, first);
}

function hangsOnWordBefore(before: string, first: string, next: string): boolean {
  const visibleNext = next.slice(next.indexOf(first));
  if (isQuotationMark(first)) return beginsWithClosingMark(before, visibleNext);
  return CLOSING.test(first) && !DOTTED_WORD.test(visibleNext);
}

function hangsOnWordAfter(before: string, last: string): boolean {
  if (isQuotationMark(last)) return endsInOpeningMark(before) || ELISION.test(before.slice(-LONGEST_ELISION));
  if (DASH.test(last)) return CLOSE_DASH.test(before.slice(-3));
  if (last === '#') return OPENING_HASH.test(before.slice(-3));
  return OPENING.test(last) || JOINING.test(last);
}

/**
 * Whether the scripts of two neighbours set a space between words. Between Chinese or Japanese and other scripts none is
 * typed as a rule: the gap is left to the layout (as by `text-autospace` of CSS). Both ways are seen there, but an absent
 * space is never wrong, and an undue one is. Thai and its neighbours do set spaces next to other scripts and digits.
 */
function areSpaced(last: string, first: string): boolean {
  if (HANGUL.test(last) || HANGUL.test(first)) return true;
  if (isHanOrKana(last) || isHanOrKana(first)) return false;
  return !(isSoutheastAsianLetter(last) && isSoutheastAsianLetter(first));
}

/** The text up to its last visible character. */
function visiblePart(text: string): string {
  let end = text.length;
  for (;;) {
    const character = lastCharacter(text.slice(Math.max(0, end - 2), end));
    if (!LOOKED_THROUGH.test(character)) return text.slice(0, end);
    end -= character.length;
  }
}

import { isHanOrKana, isSoutheastAsianLetter, isWhiteSpace, lastCharacter } from './characters.ts';
import { beginsWithClosingMark, endsInOpeningMark, isQuotationMark } from './quotation-marks.ts';

/** Invisible, or attached to the character before: says nothing about the text before the caret. */
const LOOKED_THROUGH = /^[\p{M}\p{Cf}\p{Emoji_Modifier}\uFFFC]$/u;
const FIRST_VISIBLE = /^[\p{Cf}\uFFFC]*(.)/su;

const NO_LINE_BREAK = /[^\n\v\f\r\u0085\u2028\u2029]/g;
const COMBINING_MARK = /^\p{M}/u;

/** Attaches to the word before it. */
const CLOSING = /^[\p{Terminal_Punctuation}\p{Pe}…‥⋯%‰°]/u;
/** A dot that belongs to the word after it, as in .NET, .5 or .gitignore. */
const DOTTED_WORD = /^\.[\p{sc=Latin}\p{Nd}]/u;

/** Attaches to the word after it. */
const OPENING = /^[\p{Ps}¿¡]$/u;
/** Joins both sides: compounds, paths, addresses, names in code. */
const JOINING = /^[-‐‑/\\@_]$/;
/** The # of a hashtag or number, not that of C# or F#. */
const OPENING_HASH = /(?<!\p{sc=Latin})#$/u;
/** Has spaces on both sides or on neither: the side before the caret shows which. */
const DASH = /^[–—―]$/;
const CLOSE_DASH = /[^\p{White_Space}][–—―]$/u;
/** A word that lost its last vowel and attaches to the next one: l’, qu’, dell’, un’. Not the English plural in s’. */
const ELISION = /(?<![\p{L}\p{M}\p{N}'’])(?:\p{L}|\p{L}*qu|\p{L}*ll|un)['’]$/iu;
const LONGEST_ELISION = 16;

const HANGUL = /^\p{sc=Hangul}$/u;

/**
 * Returns `next` with the leading space it needs after `before`, the text before the caret (absent or empty at the
 * beginning of a field). White space around `next` is dropped except for its line breaks; the rest stays as it is.
 */
export function joinText(before: string | undefined, next: string): string {
  const text = trimSpaces(next);
  return isSpaced(before ?? '', text) ? ` ${text}` : text;
}

/** Appends `next` to `text`, spaced as by `joinText`. */
export function appendText(text: string, next: string): string {
  return text + joinText(text, next);
}

function trimSpaces(text: string): string {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  const breaks = (space: string) => space.replace(NO_LINE_BREAK, '');
  return breaks(text.slice(0, start)) + core + breaks(text.slice(start + core.length));
}

/** Whether a space must be added between two texts. */
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
 * Whether the scripts of two adjacent characters have a space between words. Between Chinese or Japanese and other
 * scripts none is usually typed: the gap is left to the layout (such as CSS `text-autospace`). Both styles exist, but a
 * missing space is never wrong, and an extra one is. Thai and its neighbors do use spaces next to other scripts and
 * digits.
 */
function areSpaced(last: string, first: string): boolean {
  if (HANGUL.test(last) || HANGUL.test(first)) return true;
  if (isHanOrKana(last) || isHanOrKana(first)) return false;
  return !(isSoutheastAsianLetter(last) && isSoutheastAsianLetter(first));
}

/** Returns the text up to its last visible character. */
function visiblePart(text: string): string {
  let end = text.length;
  for (;;) {
    const character = lastCharacter(text.slice(Math.max(0, end - 2), end));
    if (!LOOKED_THROUGH.test(character)) return text.slice(0, end);
    end -= character.length;
  }
}

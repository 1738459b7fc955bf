/** What single characters say about the spaces and words around them. */

const WHITE_SPACE = /^\p{White_Space}$/u;
/** Includes their punctuation and full-width forms. */
const HAN_OR_KANA = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uFF01-\uFF65\uFFE0-\uFFE6]$/u;
const SOUTHEAST_ASIAN_LETTER = /^[[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]&&[\p{L}\p{M}]]$/v;

/** Returns the last character (code point) of a text, or an empty string. */
export function lastCharacter(text: string): string {
  return /.$/su.exec(text.slice(-2))?.[0] ?? '';
}

export function isWhiteSpace(character: string): boolean {
  return WHITE_SPACE.test(character);
}

/** Whether the character is Chinese or Japanese, which are written without spaces. */
export function isHanOrKana(character: string): boolean {
  return HAN_OR_KANA.test(character);
}

/** Whether the character is a Thai, Lao, Khmer or Burmese letter; these scripts use spaces, but not between words. */
export function isSoutheastAsianLetter(character: string): boolean {
  return SOUTHEAST_ASIAN_LETTER.test(character);
}

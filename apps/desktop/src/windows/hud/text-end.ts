/** More than is ever shown: two lines of the narrowest letters. */
const KEPT_CHARACTERS = 500;
/** Amount cut off at a time, so that lines rewrap only then, not at every word. */
const CUT_CHARACTERS = 250;

/** Returns the end of a text, from a position that stays put while the text grows. Never splits a grapheme. */
export function endOf(text: string): string {
  const cut = Math.floor((text.length - KEPT_CHARACTERS) / CUT_CHARACTERS) * CUT_CHARACTERS;
  if (cut <= 0) return text;
  const { index = 0 } = new Intl.Segmenter().segment(text).containing(cut) ?? {};
  return text.slice(index);
}

const LETTER = /\p{Letter}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns a text's direction: that of its first letter, however much of it is shown. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}

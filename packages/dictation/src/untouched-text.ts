/** What nothing may change in a text: quotations, and the user's own words. */
import type { WritingSettings } from './writing.ts';

/** A place in a text: from `from` up to, not including, `to`. */
export interface Span {
  from: number;
  to: number;
}

const QUOTATION_MARK = /["`“”„‟«»‹›‘’‚'\n]/g;
/** Marks that open and close in turn, by their family. */
const FAMILY: Record<string, string> = { '`': '`', '«': '«', '»': '«', '‹': '‹', '›': '‹' };
const SINGLE_MARK = /[‘’‚']/;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{N}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The quotations in a text, with their marks. One that isn't closed goes to the end of its paragraph; by single marks only
 * what is closed again is one, since apostrophes look the same.
 */
export function quotations(text: string): Span[] {
  const spans: Span[] = [];
  let open: { at: number; family: string } | undefined;
  let single: number | undefined;
  for (const { 0: mark, index } of text.matchAll(QUOTATION_MARK)) {
    if (mark === '\n') {
      if (open) spans.push({ from: open.at, to: index });
      open = undefined;
      single = undefined;
    } else if (SINGLE_MARK.test(mark)) {
      const [touchesBefore, touchesAfter] = [isWordAt(text, index - 1), isWordAt(text, index + 1)];
      if (!touchesBefore && touchesAfter) single ??= index;
      else if (!touchesAfter && single !== undefined) {
        spans.push({ from: single, to: index + 1 });
        single = undefined;
      }
    } else if (open) {
      if ((FAMILY[mark] ?? '"') !== open.family) continue;
      spans.push({ from: open.at, to: index + 1 });
      open = undefined;
    } else if (!(mark === '"' && DIGIT.test(text.charAt(index - 1)))) {
      // After a number it is an inch.
      open = { at: index, family: FAMILY[mark] ?? '"' };
    }
  }
  if (open) spans.push({ from: open.at, to: text.length });
  return spans;
}

export function overlaps(spans: readonly Span[], { from, to }: Span): boolean {
  return spans.some((span) => span.from < to && from < span.to);
}

/** The user's own words and phrases: what is in the vocabulary, what is replaced, and by what. */
export class OwnWords {
  /** For each word, the phrases that it is a part of. */
  readonly #phrasesOf = new Map<string, string[][]>();

  constructor({ vocabulary, replacements }: Pick<WritingSettings, 'vocabulary' | 'replacements'>) {
    for (const phrase of [...vocabulary, ...replacements.flatMap(({ from, to }) => [from, to])]) {
      const words = wordsOf(phrase);
      for (const word of new Set(words)) {
        const phrases = this.#phrasesOf.get(word);
        if (phrases) phrases.push(words);
        else this.#phrasesOf.set(word, [words]);
      }
    }
  }

  /** Whether a part of a text belongs to one of them, whatever its case. */
  claims(text: string, { from, to }: Span): boolean {
    for (const word of wordsOf(text.slice(from, to))) {
      for (const phrase of this.#phrasesOf.get(word) ?? []) if (standsIn(text, phrase, { from, to })) return true;
    }
    return false;
  }
}

/** Whether a phrase stands in a text so that the two overlap. */
function standsIn(text: string, phrase: readonly string[], { from, to }: Span): boolean {
  const longest = phrase.join(' ').length * 2 + 2;
  const start = Math.max(0, from - longest);
  const words = Array.from(text.slice(start, to + longest).matchAll(WORD), ({ 0: word, index }) => ({
    word: fold(word),
    from: start + index,
    to: start + index + word.length,
  }));
  return words.some((first, index) => {
    const last = words[index + phrase.length - 1];
    return last && first.from < to && from < last.to && phrase.every((word, at) => words[index + at]?.word === word);
  });
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(fold);
}

function fold(word: string): string {
  return word.normalize('NFC').toLowerCase();
}

function isWordAt(text: string, index: number): boolean {
  return WORD_CHARACTER.test(text.charAt(index));
}

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
 * The quotations in a text, with their marks, in order. One that isn't closed goes to the end of its paragraph; by single marks only
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
  return joined(spans);
}

/** Whether a part of a text overlaps one of the places, which are in order and apart from each other. */
export function overlaps(places: readonly Span[], { from, to }: Span): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.to ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return (places[low]?.from ?? to) < to;
}

/** The user's phrases by their words, one after the other. */
interface PhraseTree {
  /** A phrase ends here. */
  isPhrase: boolean;
  readonly next: Map<string, PhraseTree>;
}

/** The user's own words and phrases: what is in the vocabulary, what is replaced, and by what. */
export class OwnWords {
  readonly #phrases = newTree();
  /** The last text that was asked about: it is asked about several times. */
  #searched: { text: string; places: readonly Span[] } = { text: '', places: [] };

  constructor({ vocabulary, replacements }: Pick<WritingSettings, 'vocabulary' | 'replacements'>) {
    for (const phrase of [...vocabulary, ...replacements.flatMap(({ from, to }) => [from, to])]) {
      const words = Array.from(phrase.matchAll(WORD), ([word]) => fold(word));
      if (words.length > 0) this.#add(words);
    }
  }

  /** Whether a part of a text belongs to one of them, whatever its case. */
  claims(text: string, span: Span): boolean {
    if (this.#phrases.next.size === 0) return false;
    if (this.#searched.text !== text) this.#searched = { text, places: this.#placesIn(text) };
    return overlaps(this.#searched.places, span);
  }

  #add(words: readonly string[]): void {
    let tree = this.#phrases;
    for (const word of words) {
      const next = tree.next.get(word) ?? newTree();
      tree.next.set(word, next);
      tree = next;
    }
    tree.isPhrase = true;
  }

  #placesIn(text: string): Span[] {
    const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
      word: fold(word),
      from: index,
      to: index + word.length,
    }));
    const places: Span[] = [];
    for (const [first, { from }] of words.entries()) {
      let tree: PhraseTree | undefined = this.#phrases;
      for (let at = first; tree; at += 1) {
        tree = tree.next.get(words[at]?.word ?? '');
        if (tree?.isPhrase) places.push({ from, to: words[at]?.to ?? from });
      }
    }
    return joined(places);
  }
}

function newTree(): PhraseTree {
  return { isPhrase: false, next: new Map() };
}

/** The same places in order, those that overlap as one. */
function joined(places: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of places.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function fold(word: string): string {
  return word.normalize('NFC').toLowerCase();
}

function isWordAt(text: string, index: number): boolean {
  return WORD_CHARACTER.test(text.charAt(index));
}

/** The parts of a text that must not be changed: quotations, and the user's own words. */
import type { WritingSettings } from './writing.ts';

/** A place in a text: from `from` up to, not including, `to`. */
export interface Span {
  from: number;
  to: number;
}

const QUOTATION_MARK = /["`“”„‟«»‹›‘’‚'\n]/g;
/** Marks that alternate between opening and closing, with their family. */
const FAMILY: Record<string, string> = { '`': '`', '«': '«', '»': '«', '‹': '‹', '›': '‹' };
const SINGLE_MARK = /[‘’‚']/;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{N}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FIRST_WORD = new RegExp(WORD.source, 'u');

/**
 * Returns the quotations in a text, including their marks, in order. An unclosed one extends to the end of its
 * paragraph; in single marks, only a closed one counts, since apostrophes look the same.
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
      // After a number it is an inch mark.
      open = { at: index, family: FAMILY[mark] ?? '"' };
    }
  }
  if (open) spans.push({ from: open.at, to: text.length });
  return joined(spans);
}

/** Whether a span overlaps one of the places, which are in order and disjoint. */
export function overlaps(places: readonly Span[], { from, to }: Span): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.to ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return (places[low]?.from ?? to) < to;
}

/** The user's phrases as a trie of their words. */
interface PhraseTree {
  /** A phrase ends here. */
  isPhrase: boolean;
  readonly next: Map<string, PhraseTree>;
}

/** The user's own words and phrases: the vocabulary, and both sides of the replacements. */
export class OwnWords {
  readonly #phrases: readonly string[];
  /** By their first word; built when first needed, since most texts are inserted as recognized. */
  #phrasesByStart: Map<string, string[]> | undefined;
  /** Cache for the last text asked about: the same one is asked about several times. */
  #searched: { text: string; places: readonly Span[] } = { text: '', places: [] };

  constructor({ vocabulary, replacements }: Pick<WritingSettings, 'vocabulary' | 'replacements'>) {
    this.#phrases = [...vocabulary, ...replacements.flatMap(({ from, to }) => [from, to])];
  }

  /** Whether a span of a text overlaps one of them, ignoring case. */
  claims(text: string, span: Span): boolean {
    if (this.#phrases.length === 0) return false;
    if (this.#searched.text !== text) this.#searched = { text, places: this.#placesIn(text) };
    return overlaps(this.#searched.places, span);
  }

  #placesIn(text: string): Span[] {
    this.#phrasesByStart ??= byFirstWord(this.#phrases);
    const root = newTree();
    for (const word of (text.match(WORD) ?? []).map(fold)) {
      if (root.next.has(word)) continue;
      for (const phrase of this.#phrasesByStart.get(word) ?? []) addTo(root, phrase);
    }
    if (root.next.size === 0) return [];
    const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
      word: fold(word),
      from: index,
      to: index + word.length,
    }));
    const places: Span[] = [];
    for (const [first, { from }] of words.entries()) {
      let tree: PhraseTree | undefined = root;
      for (let at = first; tree; at += 1) {
        tree = tree.next.get(words[at]?.word ?? '');
        if (tree?.isPhrase) places.push({ from, to: words[at]?.to ?? from });
      }
    }
    return joined(places);
  }
}

function byFirstWord(phrases: readonly string[]): Map<string, string[]> {
  return Map.groupBy(phrases, (phrase) => fold(FIRST_WORD.exec(phrase)?.[0] ?? ''));
}

function newTree(): PhraseTree {
  return { isPhrase: false, next: new Map() };
}

function addTo(root: PhraseTree, phrase: string): void {
  let tree = root;
  for (const [word] of phrase.matchAll(WORD)) {
    const folded = fold(word);
    const next = tree.next.get(folded) ?? newTree();
    tree.next.set(folded, next);
    tree = next;
  }
  tree.isPhrase = true;
}

/** Returns the places in order, with overlapping ones merged. */
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

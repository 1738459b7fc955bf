import { isHanOrKana, isSoutheastAsianLetter, isWhiteSpace } from './characters.ts';

/** A word or phrase of the user's, and its replacement. */
export interface Replacement {
  from: string;
  /** Inserted as is. */
  to: string;
}

/** The phrases as a trie of their characters, so that the time taken does not depend on how many there are. */
interface PhraseNode {
  readonly next: Map<string, PhraseNode>;
  /** Replacement for the phrase that ends here. */
  to?: string;
}

const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;
/** Attaches to the character before it: nothing begins or ends between the two. */
const COMBINING_MARK = /^[\p{M}\p{Emoji_Modifier}\u200D]$/u;

/**
 * Replaces whole words and phrases, ignoring case: from left to right, longest phrase first, and never within a
 * replacement. White space in a phrase matches any white space. If a phrase has two replacements, the first counts.
 */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  const phrases = phraseTree(replacements);
  if (phrases.next.size === 0) return text;
  const characters = Array.from(text);
  let result = '';
  for (let index = 0; index < characters.length; ) {
    const match = isBoundary(characters, index) ? longestMatch(phrases, characters, index) : undefined;
    result += match?.to ?? characters[index];
    index = match?.end ?? index + 1;
  }
  return result;
}

function phraseTree(replacements: readonly Replacement[]): PhraseNode {
  const root: PhraseNode = { next: new Map() };
  for (const { from, to } of replacements) {
    const words = from.split(/\p{White_Space}+/u).filter((word) => word !== '');
    if (words.length === 0) continue;
    let node = root;
    for (const character of words.join(' ')) node = childOf(node, fold(character));
    node.to ??= to;
  }
  return root;
}

function childOf(node: PhraseNode, character: string): PhraseNode {
  const existing = node.next.get(character);
  if (existing) return existing;
  const child: PhraseNode = { next: new Map() };
  node.next.set(character, child);
  return child;
}

/** Finds the longest phrase that begins at `start`; `end` is where the text continues after it. */
function longestMatch(
  root: PhraseNode,
  text: readonly string[],
  start: number,
): { to: string; end: number } | undefined {
  let longest: { to: string; end: number } | undefined;
  let node: PhraseNode | undefined = root;
  for (let index = start; index < text.length; ) {
    const character = text[index] ?? '';
    const isSpace = isWhiteSpace(character);
    node = node.next.get(isSpace ? ' ' : fold(character));
    if (!node) break;
    index = isSpace ? endOfWhiteSpace(text, index) : index + 1;
    if (node.to !== undefined && isBoundary(text, index)) longest = { to: node.to, end: index };
  }
  return longest;
}

function endOfWhiteSpace(text: readonly string[], start: number): number {
  let end = start;
  while (end < text.length && isWhiteSpace(text[end] ?? '')) end += 1;
  return end;
}

/** Whether a word or phrase may begin or end between the characters before and at `index`. */
function isBoundary(text: readonly string[], index: number): boolean {
  const before = text[index - 1];
  const after = text[index];
  if (before === undefined || after === undefined) return true;
  if (COMBINING_MARK.test(after) || before === '\u200D') return false;
  if (hasUnspacedWords(before) || hasUnspacedWords(after)) return true;
  return !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after));
}

/** Whether the character's script doesn't separate words, which may then begin and end anywhere. */
function hasUnspacedWords(character: string): boolean {
  return isHanOrKana(character) || isSoutheastAsianLetter(character);
}

/**
 * Returns the same for all cases of a character, such as σ, ς and Σ. The dotless ı is a separate letter, though its
 * capital is I.
 */
function fold(character: string): string {
  return character === 'ı' ? character : character.toLowerCase().toUpperCase();
}

import { sentenceEnds } from './sentences.ts';
import { appendText, isSpaced } from './spacing.ts';
import { COMMAND_PHRASES, type SpokenCommand, wordsLanguages } from './spoken-words.ts';
import { type OwnWords, overlaps, quotations, type Span } from './untouched-text.ts';

/** What is left of phrases once what was told has been done. */
export interface FollowedText {
  text: string;
  /** "Press enter" was said at the very end: the words as they came, to be written should more be said. */
  pressEnter?: string;
}

interface Found extends Span {
  command: SpokenCommand;
}

/** What was said: a sentence or a part of one, or a line break. */
interface Said {
  text: string;
  isBreak: boolean;
  /** The number of its phrase, and whether it goes on there where the one before ended. */
  phrase: number;
  isAdjacent: boolean;
}

const BREAKS: Partial<Record<SpokenCommand, string>> = { newLine: '\n', newParagraph: '\n\n' };
/** What sets a command off from the words after it. */
const GAP_AFTER = /[\p{White_Space},;:.!?…–—]*/uy;
const CLOSED_SENTENCE = /(?:[.!?…。！？]["'”’»›)\]]*|\n)[^\S\n]*$/u;
const COMMA = /[,;:–—]\p{White_Space}*$/u;
const SENTENCE_MARK = /[.!?…\n]/;
const MARK = /[^\p{White_Space}]/u;
/** What the provider wrote for the pause before a command. */
const PAUSE_BEFORE = /[\p{White_Space},–—]+$/u;
const SPACE = /[^\S\n]/;
const FARTHEST_MARK = 16;

const PHRASE_BREAK = '\u0001';

const patterns = new Map<string, RegExp | undefined>();
const commands = new Map<string, SpokenCommand>();
for (const table of Object.values(COMMAND_PHRASES)) {
  for (const command of Object.keys(table) as SpokenCommand[]) {
    for (const phrase of table[command]) commands.set(fold(phrase), command);
  }
}

/**
 * Follows the commands in the phrases of a dictation, between which lie pauses: "new line", "new paragraph", "scratch that"
 * and, at the very end, "press enter", in the languages of the BCP 47 tags; with none, in all that are known. They count at
 * the edge of a phrase or sentence, set off by punctuation or a pause; not in a quotation, and not as the user's own words.
 *
 * @param following phrases that are known to come after these, and may take them back
 */
export function followCommands(
  phrases: readonly string[],
  languages: readonly string[],
  ownWords: OwnWords,
  following: readonly string[] = [],
): FollowedText {
  const all = [...phrases, ...following];
  const found = findCommands(all, languages, ownWords);
  if (found.length === 0) return { text: phrases.reduce(appendText, '') };

  const said: Said[] = [];
  let pressEnter: string | undefined;
  for (const [phrase, text] of all.entries()) {
    let end = 0;
    for (const { command, from, to } of found.filter((entry) => entry.phrase === phrase)) {
      said.push(...sentencesOf(text.slice(end, from).replace(PAUSE_BEFORE, ''), phrase));
      end = to + gapAfter(text, to).length;
      const lineBreak = BREAKS[command];
      if (lineBreak !== undefined) said.push({ text: lineBreak, isBreak: true, phrase, isAdjacent: false });
      else if (command === 'scratchThat') scratch(said);
      else if (phrase < phrases.length) pressEnter = text.slice(from).trim();
    }
    said.push(...sentencesOf(text.slice(end), phrase));
  }
  const text = withoutSpacesAtEnd(written(said.filter(({ phrase }) => phrase < phrases.length)));
  return pressEnter === undefined ? { text } : { text, pressEnter };
}

function findCommands(
  phrases: readonly string[],
  languages: readonly string[],
  ownWords: OwnWords,
): (Found & { phrase: number })[] {
  const pattern = patternOf(languages);
  const found: (Found & { phrase: number })[] = [];
  let quoted: Span[] | undefined;
  let offset = 0;
  for (const [phrase, text] of phrases.entries()) {
    let last: Found | undefined;
    for (const { 0: words, index: from } of pattern ? text.matchAll(pattern) : []) {
      const to = from + words.length;
      const command = commands.get(fold(words));
      if (command === undefined || !standsApart(text, { from, to }, last)) continue;
      const isLast = phrase === phrases.length - 1 && to + gapAfter(text, to).length === text.length;
      if (command === 'pressEnter' && !isLast) continue;
      quoted ??= quotations(phrases.join(PHRASE_BREAK));
      if (overlaps(quoted, { from: offset + from, to: offset + to }) || ownWords.claims(text, { from, to })) continue;
      last = { command, from, to };
      found.push({ ...last, phrase });
    }
    offset += text.length + PHRASE_BREAK.length;
  }
  return found;
}

/** Whether words are set off on both sides, on one of them by more than a comma. */
function standsApart(text: string, { from, to }: Span, last: Found | undefined): boolean {
  const before = text.slice(Math.max(0, from - FARTHEST_MARK), from);
  const after = gapAfter(text, to);
  const followsCommand = last !== undefined && last.to + gapAfter(text, last.to).length === from;
  const beginsSentence =
    (from <= FARTHEST_MARK && before.trim() === '') || followsCommand || CLOSED_SENTENCE.test(before);
  const endsSentence = to + after.length === text.length || SENTENCE_MARK.test(after);
  return (beginsSentence && (endsSentence || MARK.test(after))) || (endsSentence && COMMA.test(before));
}

function gapAfter(text: string, from: number): string {
  GAP_AFTER.lastIndex = from;
  return GAP_AFTER.exec(text)?.[0] ?? '';
}

function sentencesOf(text: string, phrase: number): Said[] {
  const sentences: Said[] = [];
  let from = 0;
  for (const end of [...sentenceEnds(text), text.length]) {
    const sentence = text.slice(from, end);
    if (sentence.trim() !== '') sentences.push({ text: sentence, isBreak: false, phrase, isAdjacent: from > 0 });
    from = end;
  }
  return sentences;
}

/** Takes back the line break or the sentence said last. Where there are no full stops at all, a phrase is a sentence. */
function scratch(said: Said[]): void {
  const hasFullStops = said.some(({ text }) => CLOSED_SENTENCE.test(text));
  for (let next = said.pop(); next && !next.isBreak; next = said.pop()) {
    const before = said.at(-1);
    if (!before || before.isBreak || CLOSED_SENTENCE.test(before.text)) return;
    if (!hasFullStops && before.phrase !== next.phrase) return;
  }
}

function written(said: readonly Said[]): string {
  return said.reduce((text, { text: next, isBreak, isAdjacent }) => {
    if (isBreak) return withoutSpacesAtEnd(text) + next;
    if (isAdjacent) return text + next;
    const [before, after] = [withoutSpacesAtEnd(text), next.trimStart()];
    return before + (isSpaced(before, after) ? ' ' : '') + after;
  }, '');
}

function patternOf(tags: readonly string[]): RegExp | undefined {
  const languages = wordsLanguages(tags);
  const key = languages.join();
  if (!patterns.has(key))
    patterns.set(key, patternFor(languages.flatMap((language) => Object.values(COMMAND_PHRASES[language]).flat())));
  return patterns.get(key);
}

/** Whatever may be one of the phrases, the longest first; accents may be missing. */
function patternFor(phrases: readonly string[]): RegExp | undefined {
  if (phrases.length === 0) return undefined;
  const alternatives = phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replace(/[àáéêíóúç]/g, (letter) => `[${letter}${withoutMarks(letter)}]`)
        .replaceAll(' ', '[\\p{White_Space}-]+'),
    );
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}'’_-])(?:${alternatives.join('|')})(?![\\p{L}\\p{M}\\p{N}'’_-])`, 'giu');
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function fold(words: string): string {
  return withoutMarks(words.toLowerCase().replace(/[\p{White_Space}-]+/gu, ' '));
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

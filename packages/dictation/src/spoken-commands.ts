import { capitalPlace, sentenceEnds } from './sentences.ts';
import { appendText, isSpaced } from './spacing.ts';
import { COMMAND_PHRASES, type SpokenCommand, wordsLanguages } from './spoken-words.ts';
import { type OwnWords, overlaps, quotations, type Span } from './untouched-text.ts';

/** The text of phrases once their commands have been carried out. */
export interface FollowedText {
  text: string;
  /** "Press enter" was said at the very end: the words as heard, to be written if more is said. */
  pressEnter?: string;
}

/** Words that are a command if set off from the text around them. */
interface Candidate extends Span {
  command: SpokenCommand;
  /** The punctuation and spaces that set it off from the next words. */
  gap: string;
}

interface Found extends Candidate {
  /** The command began a sentence, with a capital: the words after it begin one in its place. */
  hasCapital: boolean;
}

/** The punctuation on one side of a command: more than a comma, or any mark at all. */
interface Edge {
  isSentence: boolean;
  isMark: boolean;
}

/** Something that was said: a sentence, part of one, or a line break. */
interface Said {
  text: string;
  isBreak: boolean;
  /** Index of its phrase, and whether it directly follows the entry before it there. */
  phrase: number;
  isAdjacent: boolean;
}

const BREAKS: Partial<Record<SpokenCommand, string>> = { newLine: '\n', newParagraph: '\n\n' };
/** What sets a command off from the words after it. */
const GAP_AFTER = /(?:[\p{White_Space},;:.!?…–—，、；：。！？]|-(?=\p{White_Space}))*/uy;
const CLOSED_SENTENCE = /(?:[.!?…。！？]["'”’»›)\]]*|\n)[^\S\n]*$/u;
const COMMA = /(?:[,;:–—，、；：]|\p{White_Space}-)\p{White_Space}*$/u;
const SENTENCE_MARK = /[.!?…。！？\n]/;
const MARK = /[^\p{White_Space}]/u;
/** What the provider wrote for the pause before a command. */
const PAUSE_BEFORE = /[\p{White_Space},，、–—]/u;
const CAPITAL = /^[¿¡]?\p{Lu}/u;
const SPACE = /[^\S\n]/;
const FARTHEST_MARK = 16;

const PHRASE_BREAK = '\u0001';
/** Never matches. */
const NOTHING = '(?!)';

const patterns = new Map<string, RegExp>();
const commands = new Map<string, SpokenCommand>();
for (const table of Object.values(COMMAND_PHRASES)) {
  for (const command of Object.keys(table) as SpokenCommand[]) {
    for (const phrase of table[command]) commands.set(fold(phrase), command);
  }
}

/**
 * Carries out the commands in the phrases of a dictation, which are separated by pauses: "new line", "new paragraph",
 * "scratch that" and, at the very end, "press enter", in the languages of the BCP 47 tags, or in all known ones if
 * there are none. Commands count at the edge of a phrase or sentence, set off by punctuation or a pause; not in a
 * quotation, and not within the user's own words.
 *
 * @param following phrases already known to come after these, which may take them back
 */
export function followCommands(
  phrases: readonly string[],
  languages: readonly string[],
  ownWords: OwnWords,
  following: readonly string[] = [],
): FollowedText {
  const all = [...phrases, ...following];
  const found = findCommands(all, languages, ownWords);
  if (found.every((commands) => commands.length === 0)) return { text: phrases.reduce(appendText, '') };

  const said: Said[] = [];
  let pressEnter: string | undefined;
  for (const [phrase, text] of all.entries()) {
    let end = 0;
    let isCapital = false;
    const sayUpTo = (to: number) => {
      if (to === end) return;
      const part = text.slice(end, to);
      said.push(...sentencesOf(isCapital ? withCapital(part, ownWords) : part, phrase));
    };
    for (const { command, from, to, gap, hasCapital } of found[phrase] ?? []) {
      sayUpTo(from - pauseBefore(text.slice(end, from)));
      end = to + gap.length;
      isCapital = hasCapital;
      const lineBreak = BREAKS[command];
      if (lineBreak !== undefined) said.push({ text: lineBreak, isBreak: true, phrase, isAdjacent: false });
      else if (command === 'scratchThat') scratch(said);
      else if (phrase < phrases.length) pressEnter = text.slice(from).trim();
    }
    sayUpTo(text.length);
  }
  const text = withoutSpacesAtEnd(written(said.filter(({ phrase }) => phrase < phrases.length)));
  return pressEnter === undefined ? { text } : { text, pressEnter };
}

/** Finds the commands in each phrase. */
function findCommands(phrases: readonly string[], languages: readonly string[], ownWords: OwnWords): Found[][] {
  const whole = phrases.join(PHRASE_BREAK);
  const matches = [...whole.matchAll(patternOf(languages))];
  if (matches.length === 0) return phrases.map(() => []);
  const quoted = quotations(whole);
  let offset = 0;
  let next = 0;
  return phrases.map((text, phrase) => {
    const candidates: Candidate[] = [];
    for (let match = matches[next]; match && match.index < offset + text.length; match = matches[next]) {
      next += 1;
      const { 0: words, index } = match;
      const [from, to] = [index - offset, index - offset + words.length];
      const command = commands.get(fold(words));
      const gap = gapAfter(text, to);
      const isLast = phrase === phrases.length - 1 && to + gap.length === text.length;
      if (command === undefined || (command === 'pressEnter' && !isLast)) continue;
      if (overlaps(quoted, { from: index, to: index + words.length }) || ownWords.claims(text, { from, to })) continue;
      candidates.push({ command, from, to, gap });
    }
    offset += text.length + PHRASE_BREAK.length;
    return setOffIn(text, candidates);
  });
}

/**
 * Returns the candidates that are set off on both sides, on at least one by more than a comma. Several in a row are set
 * off together.
 */
function setOffIn(text: string, candidates: readonly Candidate[]): Found[] {
  const before: (Edge & { isCapital: boolean })[] = [];
  for (const [index, { from }] of candidates.entries()) {
    const previous = candidates[index - 1];
    const edge = edgeBefore(text, from);
    const isNext = previous && previous.to + previous.gap.length === from;
    const inherited = isNext ? before[index - 1] : undefined;
    before.push({
      isSentence: edge.isSentence || inherited?.isSentence === true,
      isMark: edge.isMark || inherited?.isMark === true,
      isCapital: inherited?.isSentence ? inherited.isCapital : CAPITAL.test(text.slice(from, from + 2)),
    });
  }
  const found: Found[] = [];
  let after: Edge | undefined;
  for (const [index, candidate] of [...candidates.entries()].toReversed()) {
    const next = candidates[index + 1];
    const isBeforeNext = next && candidate.to + candidate.gap.length === next.from;
    const edge = edgeAfter(text, candidate);
    after = {
      isSentence: edge.isSentence || (isBeforeNext && after?.isSentence) === true,
      isMark: edge.isMark || (isBeforeNext && after?.isMark) === true,
    };
    const { isSentence, isMark, isCapital } = before[index] ?? { isSentence: false, isMark: false, isCapital: false };
    if (!((isSentence && after.isMark) || (isMark && after.isSentence))) continue;
    found.push({ ...candidate, hasCapital: isSentence && isCapital });
  }
  return found.toReversed();
}

function edgeBefore(text: string, from: number): Edge {
  const before = text.slice(Math.max(0, from - FARTHEST_MARK), from);
  const isSentence = (from <= FARTHEST_MARK && before.trim() === '') || CLOSED_SENTENCE.test(before);
  return { isSentence, isMark: isSentence || COMMA.test(before) };
}

function edgeAfter(text: string, { to, gap }: Candidate): Edge {
  const isSentence = to + gap.length === text.length || SENTENCE_MARK.test(gap);
  return { isSentence, isMark: isSentence || MARK.test(gap) };
}

function withCapital(text: string, ownWords: OwnWords): string {
  const at = capitalPlace(text, 0, ownWords);
  return at === undefined ? text : text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1);
}

/** Returns the length of what the provider wrote at the end of a text for the pause before a command. */
function pauseBefore(text: string): number {
  let from = text.length;
  const isHyphen = () => text.charAt(from - 1) === '-' && /\p{White_Space}/u.test(text.charAt(from - 2));
  while (PAUSE_BEFORE.test(text.charAt(from - 1)) || isHyphen()) from -= 1;
  return text.length - from;
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

/** Takes back the last line break or sentence. If there are no full stops at all, each phrase counts as a sentence. */
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

function patternOf(tags: readonly string[]): RegExp {
  const languages = wordsLanguages(tags);
  const key = languages.join();
  const known = patterns.get(key);
  if (known) return known;
  const pattern = patternFor(languages.flatMap((language) => Object.values(COMMAND_PHRASES[language]).flat()));
  patterns.set(key, pattern);
  return pattern;
}

/** Builds a pattern that matches any of the phrases, longest first; accents may be missing. */
function patternFor(phrases: readonly string[]): RegExp {
  const alternatives = phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replace(/[àáéêíóúç]/g, (letter) => `[${letter}${withoutMarks(letter)}]`)
        .replaceAll(' ', '[\\p{White_Space}-]+'),
    );
  return new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}'’_-])[¿¡]?(?:${alternatives.join('|') || NOTHING})(?![\\p{L}\\p{M}\\p{N}'’_-])`,
    'giu',
  );
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function fold(words: string): string {
  return withoutMarks(
    words
      .toLowerCase()
      .replace(/^[¿¡]/, '')
      .replace(/[\p{White_Space}-]+/gu, ' '),
  );
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

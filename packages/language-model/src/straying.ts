import { findNumbers, type SpokenNumber } from './spoken-numbers.ts';
import {
  CONTRACTIONS,
  CORRECTIONS,
  DATES,
  FILLERS,
  FUNCTION_WORDS,
  NEGATIONS,
  PARTS_OF_HOURS,
  SPOKEN_CHARACTERS,
} from './word-lists.ts';

/** By what an answer strays from what was heard. */
export type Straying = 'words-lost' | 'words-added' | 'negation' | 'number' | 'name' | 'quotation';

export interface StrayingContext {
  /** BCP 47 tags; empty: any. */
  languages: readonly string[];
  /** The user's words and phrases. */
  vocabulary: readonly string[];
}

/** How much may differ that nothing explains. */
const LIMITS = {
  /** One word of so many may be lost, and so be put in; small words more often. */
  wordsPerLoss: 20,
  wordsPerAddition: 30,
  wordsPerSmallWord: 8,
  /** So many words before a correction may be what it corrects. */
  correctedWords: 8,
  /** As much before a mere "no", which mostly says no. */
  correctedByNo: 3,
  /** So many words may be begun anew. */
  restartWords: 5,
  /** More differences than that are another text. */
  differences: 400,
} as const;

interface Word {
  /** In lower case, composed, with a straight apostrophe. */
  text: string;
  /** A name or an abbreviation, by its capitals. */
  isName: boolean;
  isQuoted: boolean;
}

/**
 * By what an answer strays from what was heard; undefined where it is the same text, put right. Punctuation, capitals, fillers,
 * repetitions, beginnings that were given up, what the speaker corrected, and how numbers are written are free. What was said,
 * its numbers, names and negations have to be there, and next to nothing else. Takes well under 5 ms for 1,000 words.
 */
export function strayingOf(heard: string, answer: string, { vocabulary }: StrayingContext): Straying | undefined {
  if (bare(heard) === bare(answer)) return undefined;
  const said = wordsOf(heard);
  const written = wordsOf(answer);
  const same = align(said, written);
  if (!same) return 'words-lost';
  const known = new Set(wordsOf(vocabulary.join('\n')).map(({ text }) => text));
  const differences = gapsBetween(said, written, same);
  const free = new FreeChanges(said, written, answer, known);
  const lostWords: Word[] = [];
  const addedWords: Word[] = [];
  for (const gap of differences) {
    const judged = free.judge(gap);
    if ('straying' in judged) return judged.straying;
    lostWords.push(...judged.lost);
    addedWords.push(...judged.added);
  }
  const isSmall = ({ text }: Word) => FUNCTION_WORDS.has(text);
  const [smallLost, smallAdded] = [lostWords, addedWords].map((words) => words.filter(isSmall).length) as [
    number,
    number,
  ];
  const lost = lostWords.length - smallLost;
  const added = addedWords.length - smallAdded;
  const numbers = free.judgeNumbers();
  if (numbers) return numbers;
  const count = said.length;
  const mayLose = Math.floor(count / LIMITS.wordsPerLoss);
  const mayAdd = Math.floor(count / LIMITS.wordsPerAddition);
  // "Of milk, of bread and of butter" as a list.
  const items = answer.match(LIST_MARK)?.length ?? 0;
  const mayBeSmall = 1 + Math.floor(count / LIMITS.wordsPerSmallWord) + items;
  if (lost > mayLose || smallLost > mayBeSmall + mayLose - lost) return 'words-lost';
  if (added > mayAdd || smallAdded > mayBeSmall + mayAdd - added) return 'words-added';
  return undefined;
}

/** Before an item of a list. */
const LIST_MARK = /^[ \t]*(?:[-*•]|(\d{1,2})[.)])[ \t]+/gm;

/** A text without all that is free. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf(text: string): Word[] {
  const plain = text.normalize('NFKC').replaceAll(/[’ʼ]/g, "'");
  const words: Word[] = [];
  let isQuoted = false;
  let startsSentence = true;
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (!isWordLike) {
      if (/[“„«]/u.test(segment)) isQuoted = true;
      else if (/[”»]/u.test(segment)) isQuoted = false;
      else if (segment.includes('"')) isQuoted = !isQuoted;
      if (/[.!?:\n¿¡]/u.test(segment)) startsSentence = true;
      continue;
    }
    // Numbers keep their groups of thousands together; all else falls apart at its dots.
    const whole = /^\d{1,3}(?:[.,]\d{3})+$/.test(segment) ? segment.replaceAll(/[.,]/g, '') : segment;
    for (const part of whole.split(/[^\p{L}\p{M}\p{N}']+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L}{3,})/u)) {
      if (part === '') continue;
      const lower = part.toLowerCase();
      const isName =
        (!startsSentence && /^\p{Lu}/u.test(part) && lower !== 'i' && !/^i'/.test(lower)) ||
        /\p{Lu}.*\p{Lu}/u.test(part);
      for (const text of expanded(lower)) words.push({ text, isName, isQuoted });
      startsSentence = false;
    }
  }
  return words;
}

function expanded(word: string): readonly string[] {
  const known = CONTRACTIONS[word];
  if (known) return known;
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not'];
  const [, stem, ending] = /^(\p{L}+)'(\p{L}{1,2})$/u.exec(word) ?? [];
  if (stem === undefined) return [word.replaceAll("'", '')];
  const full = { s: 's', m: 'am', re: 're', ve: 've', ll: 'll', d: 'd' }[ending!];
  return full === undefined ? [stem + ending] : [stem];
}

/** For each word that was said, where it was written; undefined: nowhere. Undefined as a whole where next to nothing is the same. */
function align(said: readonly Word[], written: readonly Word[]): (number | undefined)[] | undefined {
  // Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
  const [n, m] = [said.length, written.length];
  const max = Math.min(n + m, LIMITS.differences);
  const offset = max + 1;
  const ends = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= max; d += 1) {
    trace.push(ends.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && ends[offset + k - 1]! < ends[offset + k + 1]!);
      let x = down ? ends[offset + k + 1]! : ends[offset + k - 1]! + 1;
      let y = x - k;
      while (x < n && y < m && said[x]!.text === written[y]!.text) {
        x += 1;
        y += 1;
      }
      ends[offset + k] = x;
      if (x >= n && y >= m) return backtrack(trace, offset, n, m, d);
    }
  }
  return undefined;
}

function backtrack(
  trace: readonly Int32Array[],
  offset: number,
  n: number,
  m: number,
  last: number,
): (number | undefined)[] {
  const same = new Array<number | undefined>(n).fill(undefined);
  let [x, y] = [n, m];
  for (let d = last; d >= 0; d -= 1) {
    const ends = trace[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && ends[offset + k - 1]! < ends[offset + k + 1]!);
    const before = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : ends[offset + before]!;
    const fromY = d === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      same[x] = y;
    }
    [x, y] = [fromX, fromY];
  }
  return same;
}

/** What was said and what was written between two words that are the same. */
interface Gap {
  said: [from: number, to: number];
  written: [from: number, to: number];
}

function gapsBetween(said: readonly Word[], written: readonly Word[], same: readonly (number | undefined)[]): Gap[] {
  const gaps: Gap[] = [];
  let [x, y] = [0, 0];
  const close = (toX: number, toY: number) => {
    if (toX > x || toY > y) gaps.push({ said: [x, toX], written: [y, toY] });
  };
  for (const [index, at] of same.entries()) {
    if (at === undefined) continue;
    close(index, at);
    [x, y] = [index + 1, at + 1];
  }
  close(said.length, written.length);
  return gaps;
}

/** Judges differences: what of them nothing explains. */
class FreeChanges {
  readonly #said: readonly Word[];
  readonly #written: readonly Word[];
  readonly #answer: string;
  readonly #known: ReadonlySet<string>;
  /** Positions of words that the speaker took back. */
  readonly #takenBack = new Set<number>();
  readonly #numbersSaid: ReadonlySet<number>;
  readonly #numbersWritten: ReadonlySet<number>;

  constructor(said: readonly Word[], written: readonly Word[], answer: string, known: ReadonlySet<string>) {
    this.#said = said;
    this.#numbersSaid = numberPositions(said);
    this.#numbersWritten = numberPositions(written);
    this.#written = written;
    this.#answer = answer;
    this.#known = known;
  }

  judge(gap: Gap): { lost: Word[]; added: Word[] } | { straying: Straying } {
    const lostAt = range(...gap.said);
    const addedAt = range(...gap.written);
    const hasNumber =
      lostAt.some((at) => this.#numbersSaid.has(at)) || addedAt.some((at) => this.#numbersWritten.has(at));
    const added = addedAt.map((at) => this.#written[at]!);
    if (
      !hasNumber &&
      isRespelled(
        lostAt.map((at) => this.#said[at]!),
        added,
      )
    )
      return { lost: [], added: [] };
    const taken = this.#takenBackIn(gap);
    for (const at of taken) this.#takenBack.add(at);
    const lost = lostAt
      .filter((at) => !taken.has(at) && !this.#mayGo(at) && !this.#numbersSaid.has(at))
      .map((at) => this.#said[at]!);
    const extra = addedAt
      .filter((at) => !this.#numbersWritten.has(at) && !this.#known.has(this.#written[at]!.text))
      .map((at) => this.#written[at]!);
    const isNegation = ({ text }: Word) => NEGATIONS.has(text);
    if (lost.filter(isNegation).length !== extra.filter(isNegation).length) return { straying: 'negation' };
    if (lost.some(({ isQuoted }) => isQuoted)) return { straying: 'quotation' };
    if (
      lost.some(
        ({ text, isName }) =>
          this.#known.has(text) || DATES.has(text) || (isName && !extra.some((other) => isAlike(text, other.text))),
      )
    )
      return { straying: 'name' };
    const unexplained = withoutAlike(lost, extra);
    return unexplained;
  }

  /** Numbers count by their values, however they are written. */
  judgeNumbers(): Straying | undefined {
    const spoken = findNumbers(this.#said.map(({ text }) => text));
    const written = findNumbers(this.#written.map(({ text }) => text));
    const parts = this.#said.flatMap(({ text }) => PARTS_OF_HOURS[text] ?? []);
    const marks = listNumbers(this.#answer);
    const isNumbered = marks.every((mark, index) => mark === index + 1);
    const sayable = new Set([...joins(spoken), ...parts.map(String)]);
    for (const { value } of spoken) sayable.add(String(value)).add(parts.length > 0 ? String(value - 1) : '');
    for (const { value, isUnsure } of written) {
      const isMark = isNumbered && marks.includes(value);
      if (!isUnsure && !isMark && !sayable.has(String(value)) && !sayable.has(String(value).padStart(2, '0')))
        return 'number';
    }
    return this.#areKept(spoken, written, parts.length > 0) ? undefined : 'number';
  }

  /** Whether all numbers that were meant are there, in their order. With parts of hours, "quarter to four" may be 3:45. */
  #areKept(spoken: readonly SpokenNumber[], written: readonly SpokenNumber[], hasParts: boolean): boolean {
    const digits = written.map(({ value }) => String(value)).join('');
    let from = 0;
    for (const { value, isUnsure, ...position } of spoken) {
      const isTakenBack = range(position.from, position.to).some((at) => this.#takenBack.has(at));
      if (isUnsure || isTakenBack) continue;
      const ends = [value, ...(hasParts ? [value - 1] : [])].map((each) => endOf(String(each), digits, from));
      const end = ends.find((at) => at !== undefined);
      if (end === undefined) return false;
      from = end;
    }
    return true;
  }

  /** The words of a gap that the speaker took back: with "no, …", by beginning anew, by saying them twice. */
  #takenBackIn({ said: [from, to] }: Gap): Set<number> {
    const taken = new Set<number>();
    for (let at = from; at < to; at += 1) {
      const marker = CORRECTIONS.find((words) =>
        words.every((word, index) => at + index < to && this.#said[at + index]!.text === word),
      );
      if (!marker) continue;
      const mayCorrect =
        marker.length === 1 && NEGATIONS.has(marker[0]!) ? LIMITS.correctedByNo : LIMITS.correctedWords;
      const corrected = range(from, at).filter((position) => !taken.has(position));
      const isCorrection = corrected.some((position) => !FILLERS.has(this.#said[position]!.text));
      // Something was corrected, and something is there in its place.
      if (!isCorrection || corrected.length > mayCorrect || at + marker.length >= this.#said.length) continue;
      for (const position of range(from, at + marker.length)) taken.add(position);
    }
    for (let length = 1; length <= LIMITS.restartWords && from + length <= to; length += 1) {
      for (let at = from; at + length <= to; at += 1) {
        const isTwice = range(0, length).every(
          (index) => this.#said[at + index]!.text === this.#said[at + length + index]?.text,
        );
        if (isTwice) for (const position of range(at, at + length)) taken.add(position);
      }
    }
    // A beginning that is said again, with other words behind it.
    const isRestart =
      this.#said[from]?.text === this.#said[to]?.text ||
      (from > 0 && this.#said[from - 1]!.text === this.#said[to - 1]!.text);
    if (to > from && to - from <= LIMITS.restartWords && isRestart)
      for (const position of range(from, to)) if (!this.#matters(position)) taken.add(position);
    return taken;
  }

  #matters(at: number): boolean {
    const { text, isQuoted } = this.#said[at]!;
    return NEGATIONS.has(text) || this.#numbersSaid.has(at) || isQuoted || this.#known.has(text);
  }

  /** Fillers, and words that a character now stands for. */
  #mayGo(at: number): boolean {
    const { text, isQuoted } = this.#said[at]!;
    if (isQuoted || this.#known.has(text)) return false;
    if (FILLERS.has(text) || PARTS_OF_HOURS[text]) return true;
    // "Second" as "2.".
    if (listNumbers(this.#answer).includes(findNumbers([text])[0]?.value ?? 0)) return true;
    if (text === 'you' && this.#said[at + 1]?.text === 'know') return true;
    if (text === 'know' && this.#said[at - 1]?.text === 'you') return true;
    const isBesideNumber = this.#numbersSaid.has(at - 1) || this.#numbersSaid.has(at + 1);
    if (isBesideNumber && /^(past|to|oclock|o|clock|uhr|nach|vor|heures?|las|y|et|and|und|a|h)$/.test(text))
      return true;
    return Object.entries(SPOKEN_CHARACTERS).some(
      ([character, names]) => names.includes(text) && this.#answer.includes(character),
    );
  }
}

/** All that two or more numbers in a row make when they are written together: "nineteen eighty-four". */
function joins(numbers: readonly { from: number; to: number; value: number }[]): Set<string> {
  const joined = new Set<string>();
  for (const [index, first] of numbers.entries()) {
    let text = String(first.value);
    let { to } = first;
    for (const next of numbers.slice(index + 1, index + 16)) {
      if (next.from > to + 1) break;
      text += String(next.value);
      joined.add(text);
      ({ to } = next);
    }
  }
  return joined;
}

/** By what the items of a list are numbered. */
function listNumbers(text: string): number[] {
  return [...text.matchAll(LIST_MARK)].flatMap(([, number]) => (number ? [Number(number)] : []));
}

/** The positions of words that are, or are part of, a number. */
function numberPositions(words: readonly Word[]): ReadonlySet<number> {
  const numbers = findNumbers(words.map(({ text }) => text)).filter(({ isUnsure }) => !isUnsure);
  return new Set(numbers.flatMap(({ from, to }) => range(from, to)));
}

function endOf(part: string, text: string, from: number): number | undefined {
  const at = text.indexOf(part, from);
  return at < 0 ? undefined : at + part.length;
}

/** "Wave form" as "waveform". Never what makes a difference. */
function isRespelled(dropped: readonly Word[], added: readonly Word[]): boolean {
  if ([...dropped, ...added].some(({ text }) => NEGATIONS.has(text))) return false;
  const [before, after] = [dropped, added].map((words) => words.map(({ text }) => text).join(''));
  return before !== '' && before === after;
}

/** Pairs words of the same kind ("walk", "walked"), and returns what is left. */
function withoutAlike(lost: readonly Word[], added: readonly Word[]): { lost: Word[]; added: Word[] } {
  const left = [...added];
  const missing = lost.filter(({ text }) => {
    const index = left.findIndex((other) => isAlike(text, other.text));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { lost: missing, added: left };
}

/** Whether two words differ by an ending or a letter or two. */
function isAlike(one: string, other: string): boolean {
  if (NEGATIONS.has(one) || NEGATIONS.has(other)) return one === other;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 3) return FUNCTION_WORDS.has(one) && FUNCTION_WORDS.has(other);
  let common = 0;
  while (common < shorter && one[common] === other[common]) common += 1;
  const longer = Math.max(one.length, other.length);
  return (common >= 3 && longer - common <= 3) || (common >= 2 && longer === shorter && longer - common <= 2);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

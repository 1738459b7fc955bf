import { type Word, wordsOf } from './dictated-words.ts';
import { isAlike, isSameName, soundsLike } from './likeness.ts';
import {
  CORRECTIONS,
  DATES,
  EXCHANGEABLE,
  FILLER_PHRASES,
  FILLERS,
  FILLERS_BESIDE,
  FUNCTION_WORDS,
  HESITATIONS,
  ITEM_WORDS,
  NEGATIONS,
  SPOKEN_CHARACTERS,
  UNTIL,
} from './word-lists.ts';

/** How an answer strays from what was heard. */
export type Straying = 'words-lost' | 'words-added' | 'negation' | 'number' | 'name' | 'quotation';

export interface StrayingContext {
  /** BCP 47 tags; empty means any. */
  languages: readonly string[];
  /** The user's words and phrases. */
  vocabulary: readonly string[];
}

/** Limits for unexplained differences. */
const LIMITS = {
  /** One word in this many may be lost or added; small words more often. */
  wordsPerLoss: 20,
  wordsPerAddition: 30,
  wordsPerSmallWord: 8,
  /** More than this in one place is a part of the text. */
  lossesInOnePlace: 2,
  additionsInOnePlace: 1,
  /** How many words a correction may correct. */
  correctedWords: 8,
  /** The same for a mere "no", which usually isn't a correction. */
  correctedByNo: 3,
  /** How many words may be a false start. */
  restartWords: 5,
  /** How many words may be a misheard term of the vocabulary. */
  wordsForTerm: 4,
  /** More differences than this make it another text. */
  differences: 400,
} as const;

/**
 * Returns how an answer strays from what was heard; undefined if it is the same text, cleaned up. The answer may change
 * punctuation and capitals, drop fillers, repetitions, false starts and what the speaker corrected, and write numbers,
 * times and measures differently. It must keep all other words, numbers, names and negations, and add next to nothing.
 * Takes about 5 ms for 1,000 words.
 */
export function strayingOf(heard: string, answer: string, { vocabulary }: StrayingContext): Straying | undefined {
  if ([MARKUP, PICTURE].some((ornament) => ornament.test(answer) && !ornament.test(heard))) return 'words-added';
  if (bare(heard) === bare(answer)) return undefined;
  const { words: said } = wordsOf(heard);
  const { words: written, after } = wordsOf(answer);
  if (written.length === 0 && said.length > 0) return 'words-lost';
  const same = align(said, written);
  if (!same) return 'words-lost';
  const known = knownIn(vocabulary);
  const judge = new Judge(said, written, after, known);
  const left = { lost: 0, added: 0, smallLost: 0, smallAdded: 0 };
  for (const gap of gapsBetween(said, written, same)) {
    const judged = judge.judge(gap);
    if (typeof judged === 'string') return judged;
    for (const kind of ['lost', 'added', 'smallLost', 'smallAdded'] as const) left[kind] += judged[kind];
  }
  const count = said.length;
  const mayLose = Math.floor(count / LIMITS.wordsPerLoss);
  const mayAdd = Math.floor(count / LIMITS.wordsPerAddition);
  // "Of milk, of bread and of butter" as a list.
  const items = written.filter(({ item }) => item !== undefined).length;
  const mayBeSmall = 1 + Math.floor(count / LIMITS.wordsPerSmallWord) + items;
  if (left.lost > 0 && left.added > 0) return 'words-lost';
  if (left.lost > mayLose || left.smallLost > mayBeSmall + mayLose - left.lost) return 'words-lost';
  if (left.added > mayAdd || left.smallAdded > mayBeSmall + mayAdd - left.added) return 'words-added';
  return undefined;
}

/** Cached by vocabulary, since that is long, and the same array for every text. */
const knownWords = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns the words of a vocabulary, except function words. */
function knownIn(vocabulary: readonly string[]): ReadonlySet<string> {
  let known = knownWords.get(vocabulary);
  if (!known) {
    const { words } = wordsOf(vocabulary.join('\n'));
    known = new Set(words.map(({ text }) => text).filter((text) => !FUNCTION_WORDS.has(text)));
    knownWords.set(vocabulary, known);
  }
  return known;
}

/** Bold text, headings and control characters are never dictated, and pictures only by their names. */
const MARKUP = /\*\*|```|^#{1,6} |^> |(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/mu;
const PICTURE = /(?![©®™])\p{Extended_Pictographic}|\b(?:emojis?|smileys?)\b/iu;

/** Returns a text without what may differ in any case. Signs that matter, like "%" and "-", stay. */
function bare(text: string): string {
  return text
    .replaceAll(/[½%°$€£−-]/g, ' $& ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)[.,](?=\d)|[½%°$€£−-]/gu, (sign) => sign)
    .replace(/(?<!\d)[.,]|[.,](?!\d)|[^\p{L}\p{M}\p{N}½%°$€£−.,-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the position in `written` of each word of `said`, undefined for those without a match; undefined altogether
 * if there are too many differences.
 */
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

/** What was said and what was written between two matching words. */
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

/** The number of words in a difference that nothing explains. */
interface Unexplained {
  lost: number;
  added: number;
  smallLost: number;
  smallAdded: number;
}

/** Judges the differences between two texts. */
class Judge {
  readonly #said: readonly Word[];
  readonly #written: readonly Word[];
  readonly #after: string;
  readonly #known: ReadonlySet<string>;

  /** `after`: the characters after the last word written. `known`: the vocabulary. */
  constructor(said: readonly Word[], written: readonly Word[], after: string, known: ReadonlySet<string>) {
    this.#said = said;
    this.#written = written;
    this.#after = after;
    this.#known = known;
  }

  judge(gap: Gap): Unexplained | Straying {
    const taken = this.#takenBackIn(gap);
    const lostAt = range(...gap.said).filter((at) => !taken.has(at) && !this.#isItemNumber(at, gap));
    const numbers = numbersKept(
      lostAt.map((at) => this.#said[at]!),
      range(...gap.written).map((at) => this.#written[at]!),
    );
    if (!numbers) return 'number';
    const mayGo = new Set(lostAt.filter((at) => this.#mayGo(at, gap)).map((at) => this.#said[at]!));
    const dropped = numbers.lost.filter((word) => !mayGo.has(word));
    // "Wave form" as "waveform", but never what changes the meaning.
    if (isRespelled(numbers.lost, numbers.added, this.#known) || isRespelled(dropped, numbers.added, this.#known))
      return NOTHING;
    if (this.#isTermHeard(dropped, numbers.added)) return NOTHING;
    return this.#judgeWords(dropped, numbers.added, gap);
  }

  #judgeWords(dropped: readonly Word[], put: readonly Word[], gap: Gap): Unexplained | Straying {
    if (dropped.filter(isNegation).length !== put.filter(isNegation).length) return 'negation';
    if (dropped.some(({ isQuoted }) => isQuoted)) return 'quotation';
    if (dropped.some(({ text }) => this.#known.has(text) || DATES.has(text))) return 'name';
    const { lost, added, hasOtherName } = withoutAlike(dropped, put);
    if (hasOtherName || lost.some(({ isName }) => isName)) return 'name';
    const smallLost = lost.filter(isSmall).length;
    const smallAdded = added.filter(isSmall).length;
    const [otherLost, otherAdded] = [lost.length - smallLost, added.length - smallAdded];
    // Replacing a word makes it another text.
    if (otherAdded > 0 && gap.said[1] > gap.said[0]) return 'words-lost';
    if (lost.length > 0 && added.length > 0 && otherLost > 0) return 'words-lost';
    if (lost.length > 0 && added.length > 0 && ![...lost, ...added].every(isSoft)) return 'words-lost';
    const isAtEdge = gap.written[0] === 0 || gap.written[1] === this.#written.length;
    if (otherAdded > (isAtEdge ? 0 : LIMITS.additionsInOnePlace)) return 'words-added';
    const isAtEnd = gap.written[1] === this.#written.length;
    if (otherLost > (isAtEnd ? 0 : LIMITS.lossesInOnePlace)) return 'words-lost';
    return { lost: otherLost, added: otherAdded, smallLost, smallAdded };
  }

  /** Whether the words lost are a misheard term of the vocabulary: "cube control" for "kubectl". */
  #isTermHeard(lost: readonly Word[], added: readonly Word[]): boolean {
    if (added.length === 0 || lost.length === 0 || lost.length > LIMITS.wordsForTerm) return false;
    if (!added.every(({ text }) => this.#known.has(text)) || lost.some((word) => this.#known.has(word.text)))
      return false;
    return soundsLike(lost.map(({ text }) => text).join(''), added.map(({ text }) => text).join(''));
  }

  /** Whether it is the "second" or "number two" before what is now the second item of a list. */
  #isItemNumber(at: number, { written: [from, to] }: Gap): boolean {
    const { digits, isOrdinal } = this.#said[at]!;
    const item = this.#written.slice(from, to + 1).find((word) => digits !== undefined && String(word.item) === digits);
    if (!item) return false;
    const isNamed = /^(?:number|bullet|nummer|numéro|número|item|point|punkt|punto)$/.test(
      this.#said[at - 1]?.text ?? '',
    );
    return isNamed || isOrdinal === true || item.isNumbered === true;
  }

  /** Returns the words of a gap that the speaker took back: with "no, …", by starting over, or by repeating them. */
  #takenBackIn({ said: [from, to] }: Gap): Set<number> {
    const taken = new Set<number>();
    for (let at = from; at < to; at += 1) {
      const marker = CORRECTIONS.find((words) =>
        words.every((word, index) => at + index < to && this.#said[at + index]!.text === word),
      );
      // "Three, uh, four".
      if (HESITATIONS.has(this.#said[at]!.text) && at > from && this.#isSameKind(at - 1, at + 1)) {
        taken.add(at - 1).add(at);
        continue;
      }
      if (!marker) continue;
      const end = at + marker.length;
      const corrected = range(from, at).filter((position) => !taken.has(position));
      const isCorrection = corrected.some((position) => !FILLERS.has(this.#said[position]!.text));
      // There must be something to correct, and something to replace it.
      if (!isCorrection || corrected.length > LIMITS.correctedWords || end >= this.#said.length) continue;
      if (marker.length === 1 && NEGATIONS.has(marker[0]!) && !this.#isCorrectedByNo(corrected, at, to)) continue;
      for (const position of range(from, end)) taken.add(position);
      // "… to London, scratch that, book a flight to Paris".
      if (this.#isSaidBefore(from, end, to)) for (const position of range(end, to)) taken.add(position);
    }
    for (let length = 1; length <= LIMITS.restartWords && from + length <= to; length += 1) {
      for (let at = from; at + length <= to; at += 1) {
        const isTwice = range(at, at + length).every(
          (position) => this.#said[position]!.text === this.#said[position + length]?.text,
        );
        const isNumberAlone = range(at, at + length).every((position) => this.#said[position]!.isNumber);
        if (isTwice && !isNumberAlone) for (const position of range(at, at + length)) taken.add(position);
      }
    }
    // A false start, repeated with other words after it.
    const isRestart =
      this.#said[from]?.text === this.#said[to]?.text ||
      (from > 0 && this.#said[from - 1]!.text === this.#said[to - 1]!.text);
    if (to > from && to - from <= LIMITS.restartWords && isRestart)
      for (const position of range(from, to)) if (!this.#matters(position)) taken.add(position);
    return taken;
  }

  /** Whether the rest of a gap repeats what precedes the gap. */
  #isSaidBefore(from: number, restFrom: number, restTo: number): boolean {
    const length = restTo - restFrom;
    return (
      length > 0 &&
      length <= from &&
      range(0, length).every((index) => this.#said[from - length + index]!.text === this.#said[restFrom + index]!.text)
    );
  }

  /** Whether a "no" corrects something, as in "on Tuesday no Thursday", but not in "I have no time". */
  #isCorrectedByNo(corrected: readonly number[], at: number, to: number): boolean {
    if (this.#isSameKind(at - 1, at + 1)) return true;
    // "I went to the, no, I drove to the store".
    const first = corrected[0]!;
    if (this.#said[at + 1]!.text === this.#said[first]!.text || this.#isSaidBefore(first, at + 1, to)) return true;
    const before = this.#said[at - 1]!;
    const isWord = !FUNCTION_WORDS.has(before.text) || before.isName;
    return corrected.length <= LIMITS.correctedByNo && corrected[0]! > 0 && isWord;
  }

  #isSameKind(at: number, other: number): boolean {
    const [one, two] = [this.#said[at], this.#said[other]];
    if (!one || !two) return false;
    return (one.isNumber && two.isNumber) || (DATES.has(one.text) && DATES.has(two.text));
  }

  #matters(at: number): boolean {
    const word = this.#said[at]!;
    return isNegation(word) || word.isNumber || word.isQuoted || this.#known.has(word.text);
  }

  /** Whether a word may be dropped: a filler, or a word replaced by a character or by a list's formatting. */
  #mayGo(at: number, { written: [from, to] }: Gap): boolean {
    const { text, isQuoted } = this.#said[at]!;
    if (isQuoted || this.#known.has(text)) return false;
    if (FILLERS.has(text) || this.#isFillerBeside(at)) return true;
    const between = range(from, to + 1).map((place) => this.#written[place]?.before ?? this.#after);
    const isBeforeItem = this.#written.slice(from, to + 1).some(({ item }) => item !== undefined);
    if (isBeforeItem && ITEM_WORDS.has(text)) return true;
    const characters = between.join('');
    return Object.entries(SPOKEN_CHARACTERS).some(
      ([character, names]) => characters.includes(character) && names.includes(text),
    );
  }

  #isFillerBeside(at: number): boolean {
    const isPhrase = FILLER_PHRASES.some((words) =>
      words.some((_, offset) => words.every((word, index) => this.#said[at - offset + index]?.text === word)),
    );
    if (isPhrase) return true;
    if (!FILLERS_BESIDE.has(this.#said[at]!.text)) return false;
    const isFiller = (word: Word | undefined) =>
      word !== undefined && (FILLERS.has(word.text) || FILLERS_BESIDE.has(word.text));
    const [before, next] = [this.#said[at - 1], this.#said[at + 1]];
    const isSetOff = /[.,!?;:\n–]/.test(this.#said[at]!.before) && (!next || /[,–]/.test(next.before));
    const isAfterBeing = this.#said[at]!.text === 'like' && /^(?:is|was|are|were|s|just|and)$/.test(before?.text ?? '');
    return !before || isFiller(before) || isFiller(next) || isSetOff || isAfterBeing;
  }
}

const NOTHING: Unexplained = { lost: 0, added: 0, smallLost: 0, smallAdded: 0 };

function isNegation({ text }: Word): boolean {
  return NEGATIONS.has(text);
}

/** Small words that the meaning depends on; and the suffix of "1990s". */
const WEIGHTY = new Set(['s', 'or', 'if', 'unless', 'oder', 'wenn', 'falls', 'ou', 'o', 'si']);

function isSmall({ text }: Word): boolean {
  return FUNCTION_WORDS.has(text) && !WEIGHTY.has(text);
}

/** Words that may be changed, added or dropped for the sake of grammar. */
const SOFT = new Set([...EXCHANGEABLE.flatMap((words) => [...words]), 'and', 'und', 'et', 'y']);

function isSoft({ text }: Word): boolean {
  return SOFT.has(text);
}

/**
 * Compares the numbers of a gap by value and in order, however they are grouped: "nineteen eighty-four" is 1984.
 * Returns the words that are left; undefined if the numbers differ.
 */
function numbersKept(lost: readonly Word[], added: readonly Word[]): { lost: Word[]; added: Word[] } | undefined {
  const isCertain = (word: Word) => word.isNumber;
  const isPossible = (word: Word) => word.digits !== undefined;
  for (const isOfLost of [isCertain, isPossible])
    for (const isOfAdded of [isCertain, isPossible]) {
      const [numbers, others] = [lost.filter(isOfLost), added.filter(isOfAdded)];
      const isSame =
        isSameNumber(numbers, others, isInOneRow(lost, numbers) && isInOneRow(added, others)) ||
        isSameTime(lost, numbers, others);
      if (!isSame) continue;
      const rest = (words: readonly Word[], taken: readonly Word[]) => words.filter((word) => !taken.includes(word));
      return { lost: rest(lost, numbers), added: rest(added, others) };
    }
  return undefined;
}

/** `mayJoin`: whether their digits may be written together. */
function isSameNumber(some: readonly Word[], others: readonly Word[], mayJoin: boolean): boolean {
  const [left, right] = [some, others].map((words) => words.map(({ digits }) => digits!)) as [string[], string[]];
  if (left.join(' ') === right.join(' ')) return true;
  // "Nine thirty" as 9.30, "14.30" as 14:30, "five five five" as 555.
  const [leftParts, rightParts] = [left, right].map((digits) => digits.flatMap((each) => each.split('.')).join(' '));
  if (leftParts === rightParts) return left.length > 1 || right.length > 1;
  return mayJoin && left.join('') === right.join('') && !left.join('').includes('.');
}

/** Whether there is nothing but fillers between the numbers. */
function isInOneRow(words: readonly Word[], numbers: readonly Word[]): boolean {
  const spoken = words.filter(({ text }) => !FILLERS.has(text));
  const from = spoken.indexOf(numbers[0]!);
  return numbers.every((number, index) => spoken[from + index] === number);
}

/** Whether the numbers are the same time: "ten to four" as 3:50. */
function isSameTime(lost: readonly Word[], numbers: readonly Word[], others: readonly Word[]): boolean {
  if (numbers.length !== 2 || others.length !== 2 || !lost.some(({ text }) => UNTIL.has(text))) return false;
  const [minutes, hour] = numbers.map(({ digits }) => Number(digits)) as [number, number];
  const [otherHour, otherMinutes] = others.map(({ digits }) => Number(digits)) as [number, number];
  return minutes < 60 && otherMinutes === 60 - minutes && otherHour % 12 === (hour + 11) % 12;
}

/** Whether words are only spaced differently: "wave form" as "waveform". Never negations or known words. */
function isRespelled(dropped: readonly Word[], added: readonly Word[], known: ReadonlySet<string>): boolean {
  if (dropped.length === 0 || [...dropped, ...added].some(isNegation)) return false;
  if (dropped.some(({ text }) => known.has(text))) return false;
  const [before, after] = [dropped, added].map((words) => words.map(({ text }) => text).join(''));
  return before === after;
}

/** Pairs similar words ("walk", "walked"), and returns those that are left. */
function withoutAlike(
  lost: readonly Word[],
  added: readonly Word[],
): { lost: Word[]; added: Word[]; hasOtherName: boolean } {
  const left = [...added];
  let hasOtherName = false;
  const missing = lost.filter((word) => {
    const isPair = (other: Word) =>
      word.isName || other.isName ? isSameName(word.text, other.text) : isAlike(word.text, other.text);
    const index = left.findIndex(isPair);
    if (index >= 0) left.splice(index, 1);
    else if (left.some((other) => other.isName && isAlike(word.text, other.text))) hasOtherName = true;
    return index < 0;
  });
  return { lost: missing, added: left, hasOtherName };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

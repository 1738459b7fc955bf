import { findNumbers, isOrdinal } from './spoken-numbers.ts';
import {
  AFTER_HOURS,
  BEFORE_HOURS,
  CONTRACTIONS,
  ELISIONS,
  HOUR_WORDS,
  HUNDREDTHS,
  MONTHS,
  PRICE_JOINTS,
  SHORT,
  SHORT_BEHIND_NUMBER,
  SYMBOLS,
} from './word-lists.ts';

/** A word of a text, in a normalized form for comparison that is the same for all ways to write it. */
export interface Word {
  /** Lowercase, NFKC; for a number, "#" and its digits. */
  text: string;
  /** The digits of a number, or of a word that may be one, like "one". */
  digits?: string;
  isNumber: boolean;
  /** Whether it is an ordinal number. */
  isOrdinal?: boolean;
  /** Whether its capitals suggest a name or an abbreviation. */
  isName: boolean;
  isQuoted: boolean;
  /** The characters between the previous word and this one. */
  before: string;
  /** The list item that starts with this word, counted from 1 through the whole text. */
  item?: number;
  /** Whether that item is numbered. */
  isNumbered?: boolean;
}

/** Placeholders for list marks in a normalized text. */
const ITEM = '\uE000';
const NUMBERED_ITEM = '\uE001';
const CURRENCIES = new Set(['dollar', 'euro', 'pound']);
/** The bullet or number before a list item. */
const LIST_MARK = /^[ \t]*(?:[-*•–]|(\d{1,2})[.)])[ \t]+(?=\S)/gm;

const SHORTS = tableOf(SHORT);
const MEASURES = tableOf(SHORT_BEHIND_NUMBER);
const MINUTES_BEFORE = tableOf(BEFORE_HOURS);
const MINUTES_AFTER = tableOf(AFTER_HOURS);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Returns the words of a text, and the characters after the last one. "Half past three" and "3:30" have the same words,
 * as do "two point five million" and "2,500,000".
 */
export function wordsOf(text: string): { words: Word[]; after: string } {
  const { words, after } = read(normalized(text));
  return { words: inOneForm(words), after };
}

function normalized(text: string): string {
  let items = 0;
  return text
    .replaceAll(/(\d)\s?½/g, '$1.5')
    .replaceAll('½', '0.5')
    .normalize('NFKC')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll('−', '-')
    .replaceAll(LIST_MARK, (mark, number?: string) => {
      if (number !== undefined && Number(number) !== items + 1 && Number(number) !== 1) return mark;
      items = number === undefined ? items + 1 : Number(number);
      return `\n${number === undefined ? ITEM : NUMBERED_ITEM}`;
    });
}

function read(text: string): { words: Word[]; after: string } {
  const words: Word[] = [];
  let before = '';
  let isQuoted = false;
  let startsSentence = true;
  let items = 0;
  let item: Pick<Word, 'item' | 'isNumbered'> = {};
  const add = (form: string, isName: boolean) => {
    words.push({ text: form, isName, isNumber: false, isQuoted, before, ...item });
    [before, item] = ['', {}];
  };
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) {
      if (/[“„«]/u.test(segment)) isQuoted = true;
      else if (/[”»]/u.test(segment)) isQuoted = false;
      else if (segment.includes('"')) isQuoted = !isQuoted;
      if (/[.!?:\n¿¡]/u.test(segment)) startsSentence = true;
      if (segment === ITEM || segment === NUMBERED_ITEM) {
        items += 1;
        item = { item: items, isNumbered: segment === NUMBERED_ITEM };
      }
      before += segment;
      const symbol = SYMBOLS[segment];
      if (symbol !== undefined) add(symbol, false);
      continue;
    }
    for (const { part, separator } of partsOf(segment)) {
      before += separator;
      const lower = part.toLowerCase();
      const isName =
        (!startsSentence && /^\p{Lu}/u.test(part) && lower !== 'i' && !/^i'/.test(lower)) ||
        /\p{Lu}.*\p{Lu}/u.test(part);
      for (const form of expanded(lower)) add(form, isName);
      startsSentence = false;
    }
  }
  return { words, after: before };
}

/** Splits a segment at dots, and between digits and letters; numbers stay whole. */
function partsOf(segment: string): { part: string; separator: string }[] {
  if (/^\p{L}+$/u.test(segment)) return [{ part: segment, separator: '' }];
  const [, group] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/.exec(segment) ?? [];
  const plain = (group === undefined ? segment : segment.replaceAll(new RegExp(`\\${group}(?=\\d{3}(?!\\d))`, 'g'), ''))
    .replaceAll(/(?<=\d),(?=\d)/g, '.')
    // After digits, the suffix of an ordinal stays; anything else is a separate word.
    .replaceAll(/(?<=\d)(?!(?:st|nd|rd|th|er|re|e|ème|º|ª)(?!\p{L}))(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ');
  const pieces = plain.split(/((?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{M}\p{N}'.])+)/u);
  return pieces.flatMap((part, index) =>
    index % 2 === 1 || part === '' ? [] : [{ part, separator: (pieces[index - 1] ?? '').trim() }],
  );
}

function expanded(word: string): readonly string[] {
  const known = CONTRACTIONS[word];
  if (known) return known;
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not'];
  const [, elided, rest] = /^(\p{L}{1,6})'(\p{L}{2,})$/u.exec(word) ?? [];
  const full = elided === undefined ? undefined : ELISIONS[elided];
  if (full !== undefined && !/^(?:ll|ve|re)$/.test(rest!)) return [full, rest!];
  const [, stem] = /^(\p{L}+)'(?:s|m|re|ve|ll|d)?$/u.exec(word) ?? [];
  return [stem ?? word.replaceAll("'", '')];
}

function inOneForm(words: readonly Word[]): Word[] {
  return withDates(withPrices(withMeasures(withHours(withNumbers(withAbbreviations(withInitials(words)))))));
}

const MAX_INITIALS = 8;

/** Joins "p. m." to "pm", and "U. S. A." to "usa". */
function withInitials(words: readonly Word[]): Word[] {
  const isInitial = (word: Word | undefined) => word !== undefined && /^\p{L}$/u.test(word.text);
  return replaced(words, (at) => {
    if (!isInitial(words[at])) return undefined;
    let to = at + 1;
    while (to < at + MAX_INITIALS && isInitial(words[to]) && /^[. ]{0,2}$/.test(words[to]!.before)) to += 1;
    const text = words
      .slice(at, to)
      .map((word) => word.text)
      .join('');
    // Without dots, "I" and "a" are words, except in "a m" and "p m".
    const isShort = /^[ap]m$/.test(text) || words[at + 1]?.before.includes('.');
    return to > at + 1 && isShort ? { to, forms: [{ text }] } : undefined;
  });
}

function withAbbreviations(words: readonly Word[]): Word[] {
  return replaced(words, (at) => shortAt(words, at, SHORTS));
}

function shortAt(words: readonly Word[], at: number, table: PhraseTable<string>) {
  const found = phraseAt(words, at, table);
  return found && { to: found.to, forms: [{ text: found.meaning }] };
}

function withNumbers(words: readonly Word[]): Word[] {
  const texts = words.map((word, at) => (isNegative(word, at) ? `-${word.text}` : word.text));
  const numbers = new Map(findNumbers(texts).map((number) => [number.from, number]));
  return replaced(words, (at) => {
    const number = numbers.get(at);
    if (!number) return undefined;
    const { to, digits, isUnsure } = number;
    const { text } = words[at]!;
    const form = isUnsure ? { text, digits } : numberWord(digits);
    return { to, forms: [{ ...form, isOrdinal: to === at + 1 && isOrdinal(text) }] };
  });
}

/** Whether it is digits after a minus that isn't a dash between two words. */
function isNegative({ text, before }: Word, at: number): boolean {
  return /^\d/.test(text) && (at === 0 ? /-$/ : /[\s(]-$/).test(before);
}

function withHours(words: readonly Word[]): Word[] {
  return replaced(words, (at) => {
    const early = phraseAt(words, at, MINUTES_BEFORE);
    if (early) {
      const hour = hourOf(words[early.to]);
      return hour === undefined ? undefined : { to: early.to + 1, forms: timeWords(hour, early.meaning) };
    }
    const hour = hourOf(words[at]);
    if (hour === undefined) return undefined;
    const unit = /^(?:uhr|heures?|h|horas?)$/.test(words[at + 1]?.text ?? '') ? 1 : 0;
    const late = phraseAt(words, at + 1 + unit, MINUTES_AFTER);
    if (late) return { to: late.to, forms: timeWords(hour, late.meaning) };
    if (words[at + 1]?.text === 'oclock') return { to: at + 2, forms: [numberWord(String(hour))] };
    // "3:00" is spoken as the hour alone.
    const next = words[at + 1];
    if (next?.isNumber && next.digits === '00' && next.before === ':')
      return { to: at + 2, forms: [numberWord(String(hour))] };
    // "14 h 30" and "14:30 h".
    const minutes = words[at + 2];
    if (unit === 1 && minutes?.isNumber && /^[0-5]?\d$/.test(minutes.digits ?? '')) {
      const more = HOUR_WORDS.has(words[at + 3]?.text ?? '') ? 1 : 0;
      return { to: at + 3 + more, forms: [numberWord(String(hour)), numberWord(minutes.digits!)] };
    }
    const isTime = next?.isNumber && /^[:.]$/.test(next.before) && HOUR_WORDS.has(words[at + 2]?.text ?? '');
    return isTime ? { to: at + 3, forms: [numberWord(String(hour)), numberWord(next.digits!)] } : undefined;
  });
}

function hourOf(word: Word | undefined): number | undefined {
  const hour = word?.isNumber || word?.digits === '1' ? Number(word.digits) : Number.NaN;
  return Number.isInteger(hour) && hour >= 0 && hour <= 24 ? hour : undefined;
}

function timeWords(hour: number, minutes: number): Form[] {
  const from = minutes < 0 ? (hour + 11) % 12 || 12 : hour;
  const before = minutes < 0 && hour > 12 ? hour - 1 : from;
  return [numberWord(String(before)), numberWord(String((minutes + 60) % 60))];
}

function withMeasures(words: readonly Word[]): Word[] {
  return replaced(words, (at) => {
    if (!words[at]!.isNumber) return undefined;
    const unit = shortAt(words, at + 1, MEASURES);
    return unit && { to: unit.to, forms: [words[at]!, ...unit.forms] };
  }).reduce<Word[]>((placed, word) => {
    // "$5" is spoken as "five dollars".
    const last = placed.at(-1);
    const isCurrencyBefore = word.isNumber && last !== undefined && /[$€£]$/.test(last.before) && word.before === '';
    if (isCurrencyBefore) placed.splice(-1, 1, { ...word, before: last.before }, { ...last, before: '' });
    else placed.push(word);
    return placed;
  }, []);
}

/** Converts "ten dollars and five cents" to "10.05 dollars". */
function withPrices(words: readonly Word[]): Word[] {
  return replaced(words, (at) => {
    const [whole, currency] = [words[at]!, words[at + 1]];
    if (!whole.isNumber || !currency || !CURRENCIES.has(currency.text)) return undefined;
    const part = at + 2 + (PRICE_JOINTS.has(words[at + 2]?.text ?? '') ? 1 : 0);
    const { digits = '' } = words[part] ?? {};
    if (!/^\d{1,2}$/.test(digits) || !HUNDREDTHS.has(words[part + 1]?.text ?? '')) return undefined;
    return { to: part + 2, forms: [numberWord(`${whole.digits}.${digits.padStart(2, '0')}`), currency] };
  });
}

/** Converts "the 21st of March" to "March 21". */
function withDates(words: readonly Word[]): Word[] {
  return replaced(words, (at) => {
    const start = at + (words[at]!.text === 'the' ? 1 : 0);
    if (MONTHS.has(words[at]!.text) && words[at + 1]?.text === 'the' && words[at + 2]?.isNumber)
      return { to: at + 3, forms: [words[at]!, words[at + 2]!] };
    if (!words[start]?.isNumber) return undefined;
    const month = start + (/^(?:of|de)$/.test(words[start + 1]?.text ?? '') ? 2 : 1);
    if (!MONTHS.has(words[month]?.text ?? '')) return undefined;
    return { to: month + 1, forms: [words[month]!, words[start]!] };
  });
}

type Form = Partial<Word> & { text: string };

function numberWord(digits: string): Form {
  return { text: `#${digits}`, digits, isNumber: true, isName: false };
}

/** Replaces words, wherever `find` returns where they end and the new forms. */
function replaced(
  words: readonly Word[],
  find: (at: number) => { to: number; forms: readonly Form[] } | undefined,
): Word[] {
  const result: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const found = find(at);
    if (!found) {
      result.push(words[at]!);
      at += 1;
      continue;
    }
    const { isName, isQuoted, before, item, isNumbered } = words[at]!;
    for (const [index, form] of found.forms.entries()) {
      const itemHere = item !== undefined && isNumbered !== undefined && { item, isNumbered };
      const place = index === 0 ? { before, ...itemHere } : { before: '' };
      result.push({ isName, isQuoted, isNumber: false, ...form, ...place });
    }
    at = found.to;
  }
  return result;
}

/** The meanings of phrases by their first word, longer phrases first. */
type PhraseTable<T> = ReadonlyMap<string, readonly { words: readonly string[]; meaning: T }[]>;

function tableOf<T>(phrases: Iterable<readonly [phrase: string, meaning: T]>): PhraseTable<T> {
  const table = new Map<string, { words: readonly string[]; meaning: T }[]>();
  for (const [phrase, meaning] of phrases) {
    const words = phrase.split(' ');
    const [first] = words as [string];
    table.set(
      first,
      [...(table.get(first) ?? []), { words, meaning }].sort((a, b) => b.words.length - a.words.length),
    );
  }
  return table;
}

/** Returns the meaning of the longest phrase that starts at a position, and where it ends. */
function phraseAt<T>(
  words: readonly Word[],
  at: number,
  table: PhraseTable<T>,
): { to: number; meaning: T } | undefined {
  const found = table
    .get(words[at]?.text ?? '')
    ?.find((phrase) => phrase.words.every((word, index) => words[at + index]?.text === word));
  return found && { to: at + found.words.length, meaning: found.meaning };
}

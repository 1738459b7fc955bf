import { CONFUSED, EXCHANGEABLE, NEGATIONS } from './word-lists.ts';

/** Grammatical endings of words. */
const ENDINGS = new Set(['', ...'s es d ed ing e en n em m er r est st t te ly ent ez ons é ée és'.split(' ')]);

/** Returns whether words differ only in grammar or spelling: by an ending, in spelling a sound, or as related words. */
export function isAlike(one: string, other: string): boolean {
  if (NEGATIONS.has(one) || NEGATIONS.has(other)) return one === other;
  if ([...EXCHANGEABLE, ...CONFUSED].some((words) => words.has(one) && words.has(other))) return true;
  if (isSameName(one, other)) return true;
  let common = 0;
  while (common < Math.min(one.length, other.length) && one[common] === other[common]) common += 1;
  const endings = [one.slice(common), other.slice(common)];
  if (common >= 3 && common * 2 >= Math.max(one.length, other.length) && endings.every((each) => ENDINGS.has(each)))
    return true;
  const [sound, otherSound] = [soundOf(one), soundOf(other)];
  return one[0] === other[0] && sound.length >= 3 && sound === otherSound;
}

/** Returns whether two names are the same except for accents. */
export function isSameName(one: string, other: string): boolean {
  return one === other || plain(one) === plain(other);
}

/** Returns whether one might be misheard as the other. Each may be several words without spaces. */
export function soundsLike(one: string, other: string): boolean {
  const [sound, otherSound] = [soundOf(one), soundOf(other)];
  const longer = Math.max(sound.length, otherSound.length);
  return longer > 0 && distance(sound, otherSound) <= longer * 0.4;
}

function plain(word: string): string {
  return word.replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Reduces a word to its consonants, with one spelling for each sound. */
function soundOf(word: string): string {
  return plain(word)
    .replaceAll('ph', 'f')
    .replaceAll(/ck|[cq]/g, 'k')
    .replaceAll('x', 'ks')
    .replaceAll('z', 's')
    .replaceAll(/[aeiouyhw]/g, '')
    .replaceAll(/(.)\1+/gu, '$1');
}

/** Returns the Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1)
      next.push(Math.min(next[index]! + 1, row[index + 1]! + 1, row[index]! + (letter === other[index] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

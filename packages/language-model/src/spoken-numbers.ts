/** Numbers as they are spoken and written in English, German, French and Spanish. */

const UNITS = [
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`,
  `null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn`,
  `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize`,
  `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve`,
];
const ORDINALS = [
  `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`,
  `zeroth firstly secondly thirdly fourthly fifthly`,
  `nullte erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte`,
  `nulltens erstens zweitens drittens viertens fünftens`,
  `zéroième premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième`,
  `zéroième premièrement deuxièmement troisièmement`,
  `cero primero segundo tercero`,
];
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
  vingt: 20,
  vingts: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
  septante: 70,
  huitante: 80,
  nonante: 90,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  setenta: 70,
  ochenta: 80,
  noventa: 90,
  twentieth: 20,
  thirtieth: 30,
};
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
  hundert: 100,
  tausend: 1_000,
  millionen: 1_000_000,
  milliarde: 1_000_000_000,
  milliarden: 1_000_000_000,
  mille: 1_000,
  millions: 1_000_000,
  milliard: 1_000_000_000,
  milliards: 1_000_000_000,
  cien: 100,
  mil: 1_000,
  millón: 1_000_000,
  millones: 1_000_000,
};
const OTHERS: Readonly<Record<string, number>> = {
  doscientos: 200,
  doscientas: 200,
  trescientos: 300,
  trescientas: 300,
  cuatrocientos: 400,
  cuatrocientas: 400,
  quinientos: 500,
  quinientas: 500,
  seiscientos: 600,
  seiscientas: 600,
  setecientos: 700,
  setecientas: 700,
  ochocientos: 800,
  ochocientas: 800,
  novecientos: 900,
  novecientas: 900,
  veintiuno: 21,
  veintiún: 21,
  ein: 1,
  une: 1,
  un: 1,
  una: 1,
  première: 1,
  primer: 1,
  primera: 1,
  segunda: 2,
  tercer: 3,
  tercera: 3,
  ersten: 1,
  erster: 1,
  dritten: 3,
  dritter: 3,
  siebten: 7,
  achten: 8,
};
/** French tens that continue up to nineteen: soixante-dix-neuf. */
const LONG_TENS = new Set([60, 80]);

const VALUES = new Map<string, number>();
for (const row of [...UNITS, ...ORDINALS]) row.split(' ').forEach((word, value) => void VALUES.set(word, value));
for (const [word, value] of Object.entries({ ...TENS, ...OTHERS })) VALUES.set(word, value);
for (const [index, unit] of ['ún', 'dós', 'trés', 'cuatro', 'cinco', 'séis', 'siete', 'ocho', 'nueve'].entries())
  VALUES.set(`veinti${unit}`, 21 + index);

/** Parses a German number, which is a single word: zweitausendfünfhundert, einundzwanzigsten. */
function germanCompound(word: string): number | undefined {
  const ordinal = /^(.{3,}?)(?:st|t)e[nrsm]?$/.exec(word)?.[1];
  return germanNumber(word) ?? (ordinal === undefined ? undefined : germanNumber(ordinal));
}

function germanNumber(word: string): number | undefined {
  const [, before, scale, after] = /^(.*?)(tausend|hundert)(.*)$/.exec(word) ?? [];
  if (scale !== undefined) {
    const rest = after!.replace(/^und(?!$)/, '');
    const [count, more] = [before === '' ? 1 : germanNumber(before!), rest === '' ? 0 : germanNumber(rest)];
    return count === undefined || more === undefined ? undefined : count * SCALES[scale]! + more;
  }
  const [, unit, ten] = /^(\p{L}+)und(\p{L}+[zß]ig|dreissig)$/u.exec(word) ?? [];
  if (unit === undefined)
    return /^(?:\p{L}+[zß]ig|dreissig|\p{L}*(?:[bfnrs]zehn))$/u.test(word) || VALUES.has(word)
      ? VALUES.get(word)
      : undefined;
  const [units, tens] = [VALUES.get(unit), TENS[ten!]];
  return units === undefined || units > 9 || tens === undefined ? undefined : tens + units;
}

const ORDINAL_WORDS = new Set([
  ...ORDINALS.flatMap((row) => row.split(' ')),
  'première',
  'primer',
  'ersten',
  'dritten',
]);

/** Returns whether a word is an ordinal: "third", "3rd". */
export function isOrdinal(word: string): boolean {
  return ORDINAL_WORDS.has(word) || /^\d+(?:st|nd|rd|th|er|re|e|ème|º|ª)$/.test(word);
}

/** Returns the value of a word that is a number or a part of one; undefined if it isn't. */
function countOf(word: string): number | undefined {
  return VALUES.get(word) ?? germanCompound(word);
}

/** Returns the form in which digits are compared, without an ordinal's suffix; undefined if the word isn't digits. */
function writtenNumber(word: string): string | undefined {
  const digits = /^(-?\d[\d.]*)(?:st|nd|rd|th|er|re|e|ème|º|ª)?$/.exec(word)?.[1];
  // "5.00" equals five.
  return digits?.replace(/\.00$/, '');
}

const AFTER_FRENCH_UNIT = new Set('deux trois quatre cinq six sept huit neuf'.split(' '));
const NO_HUNDRED_AFTER = new Set(['per', 'pour', 'por', 'one', 'a']);

/** Returns what a word multiplies by. "Cents" and "per cent" are not hundreds. */
function scaleOf(words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? '';
  const before = words[at - 1] ?? '';
  if (word === 'cents') return AFTER_FRENCH_UNIT.has(before) ? 100 : undefined;
  if (word === 'cent' || word === 'ciento') return NO_HUNDRED_AFTER.has(before) ? undefined : 100;
  return SCALES[word];
}

/** Words that are numbers only next to others. */
const ARTICLES = new Set(['a', 'an', 'ein', 'un', 'une', 'una', 'one', 'uno']);
/** Units of time rather than numbers. */
const TIMES = new Set(['second', 'segundo']);
/** Words that join the parts of a number: after hundreds, and between tens and units. */
const JOINTS = new Set(['and', 'und', 'et', 'y']);
const JOINTS_OF_TENS = new Set(['et', 'y']);
const POINTS = new Set(['point', 'dot', 'punkt', 'komma', 'virgule', 'coma', 'punto']);
const MINUS = new Set(['minus', 'negative', 'moins', 'menos']);
/** Phrases that add a half to the number before. */
const HALVES = ['and a half', 'et demi', 'y medio'].map((words) => words.split(' '));
const GERMAN_HALF = /^(\p{L}+?)(?:und)?einhalb$/u;

/** A number in a text. `from` and `to` (exclusive) are positions of words. */
interface SpokenNumber {
  from: number;
  to: number;
  /** Its digits, with a point if it has one: `2300000`, `3.11`, `-3`. Leading zeros are significant. */
  digits: string;
  /** Whether it may just as well be an article or the like. */
  isUnsure: boolean;
}

/** Finds the numbers in lowercase words, in order: `['twenty', 'three', 'of', '7']` contains 23 and 7. */
export function findNumbers(words: readonly string[]): SpokenNumber[] {
  const numbers: SpokenNumber[] = [];
  for (let at = 0; at < words.length; ) {
    const number = readNumber(words, at) ?? readZero(words, at, numbers.at(-1)?.to === at);
    if (number) numbers.push(number);
    at = number?.to ?? at + 1;
  }
  // Next to another number, an unsure one is a number too.
  return numbers.map((number, index) => {
    const isBeside = numbers[index - 1]?.to === number.from || numbers[index + 1]?.from === number.to;
    const isTime = number.to === number.from + 1 && TIMES.has(words[number.from]!);
    return { ...number, isUnsure: isTime || (number.isUnsure && !isBeside) };
  });
}

/** Reads the zero of "nineteen oh five" and "oh seven seven". */
function readZero(words: readonly string[], at: number, isAfterNumber: boolean): SpokenNumber | undefined {
  const isAmong = isNumber(words[at + 1]) && (isAfterNumber || isNumber(words[at + 2]));
  return isAmong && (words[at] === 'oh' || words[at] === 'o')
    ? { from: at, to: at + 1, digits: '0', isUnsure: false }
    : undefined;
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && (writtenNumber(word) ?? countOf(word)) !== undefined;
}

function readNumber(words: readonly string[], from: number): SpokenNumber | undefined {
  const hasSign = MINUS.has(words[from]!) && !isNumber(words[from - 1]) && isNumber(words[from + 1]);
  const start = hasSign ? from + 1 : from;
  const whole = readWhole(words, start) ?? readMixed(words[start]!, start);
  if (!whole) return undefined;
  let { digits, to } = withFraction(words, whole);
  // 2.3 million, 23 thousand.
  for (let scale = scaleOf(words, to); scale !== undefined && scale > 100; scale = scaleOf(words, to)) {
    digits = scaled(digits, scale);
    to += 1;
  }
  const isUnsure = !hasSign && to === from + 1 && ARTICLES.has(words[from]!);
  return { from, to, digits: hasSign ? `-${digits}` : digits, isUnsure };
}

/** Reads a German number with a half: zweieinhalb. */
function readMixed(word: string, at: number): { digits: string; to: number } | undefined {
  const stem = word === 'anderthalb' ? 'ein' : GERMAN_HALF.exec(word)?.[1];
  const value = stem === undefined ? undefined : countOf(stem);
  return value === undefined ? undefined : { digits: `${value}.5`, to: at + 1 };
}

/** Extends a number by "point five" or "and a half". */
function withFraction(words: readonly string[], { digits, to }: { digits: string; to: number }) {
  if (digits.includes('.')) return { digits, to };
  const half = HALVES.find((each) => each.every((word, index) => words[to + index] === word));
  if (half) return { digits: `${digits}.5`, to: to + half.length };
  if (!POINTS.has(words[to] ?? '')) return { digits, to };
  let fraction = '';
  let end = to + 1;
  for (let part = readWhole(words, end, 100); part && !/[.-]/.test(part.digits); part = readWhole(words, end, 100)) {
    fraction += part.digits;
    end = part.to;
    // Only single digits continue.
    if (part.digits.length > 1) break;
  }
  return fraction === '' ? { digits, to } : { digits: `${digits}.${fraction}`, to: end };
}

/** Multiplies by a power of ten: 2.3 million is 2300000. */
function scaled(digits: string, scale: number): string {
  const [whole = '', fraction = ''] = digits.split('.');
  const zeros = String(scale).length - 1;
  const rest = fraction.slice(zeros);
  const moved = `${whole}${fraction.slice(0, zeros).padEnd(zeros, '0')}`.replace(/^(-?)0+(?=\d)/, '$1');
  return rest === '' ? moved : `${moved}.${rest}`;
}

/** Reads a number without fraction. Words that multiply must be below `limit`. Digits are taken as they are. */
function readWhole(
  words: readonly string[],
  from: number,
  limit = Number.POSITIVE_INFINITY,
): { digits: string; to: number } | undefined {
  const first = words[from];
  if (first === undefined) return undefined;
  const written = writtenNumber(first);
  if (written !== undefined) return { digits: written, to: from + 1 };
  if (countOf(first) === undefined && scaleOf(words, from) === undefined) return undefined;
  let to = from;
  let total = 0;
  /** The part below a thousand. */
  let group = 0;
  let lastPart = Number.POSITIVE_INFINITY;
  while (to < words.length) {
    const isJoined = to > from && JOINTS.has(words[to]!) && mayJoin(words[to]!, lastPart);
    const word = words[to + (isJoined ? 1 : 0)];
    if (word === undefined || writtenNumber(word) !== undefined) break;
    const scale = scaleOf(words, to + (isJoined ? 1 : 0));
    const value = countOf(word);
    if (scale !== undefined && scale < limit && (group > 0 || to === from) && !isJoined) {
      if (scale === 100) {
        if (group >= 100) break;
        group = Math.max(group, 1) * 100;
      } else {
        total += Math.max(group, 1) * scale;
        group = 0;
      }
      lastPart = scale;
    } else if (value !== undefined && canFollow(word, value, lastPart)) {
      // Quatre-vingts.
      if (group % 100 === 4 && value === 20 && /^vingts?$/.test(word)) {
        group += 76;
        lastPart = 80;
      } else {
        group += value;
        lastPart = value === 10 && LONG_TENS.has(lastPart) ? lastPart + 10 : value;
      }
    } else break;
    to += isJoined ? 2 : 1;
  }
  return to === from ? undefined : { digits: String(total + group), to };
}

function mayJoin(joint: string, lastPart: number): boolean {
  return lastPart >= 100 || (JOINTS_OF_TENS.has(joint) && lastPart % 10 === 0);
}

function canFollow(word: string, value: number, lastPart: number): boolean {
  if (lastPart === Number.POSITIVE_INFINITY) return true;
  if (lastPart === 4) return /^vingts?$/.test(word);
  if (lastPart >= 100) return value > 0 && (value < 100 || (lastPart >= 1_000 && value < 1_000));
  // Twenty-three; soixante-quinze; quatre-vingt-dix-neuf.
  const isTen = lastPart >= 20 && lastPart % 10 === 0;
  return isTen && value > 0 && value < (LONG_TENS.has(lastPart) ? 20 : 10);
}

/** Numbers as they are spoken in English, German, French and Spanish. */

const UNITS = [
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`,
  `null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn`,
  `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize`,
  `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve`,
];
const ORDINALS = [
  `zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`,
  `nullte erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte`,
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
  cent: 100,
  cents: 100,
  mille: 1_000,
  millions: 1_000_000,
  cien: 100,
  ciento: 100,
  cientos: 100,
  mil: 1_000,
  millón: 1_000_000,
  millones: 1_000_000,
};
const SPANISH: Readonly<Record<string, number>> = {
  doscientos: 200,
  trescientos: 300,
  cuatrocientos: 400,
  quinientos: 500,
  seiscientos: 600,
  setecientos: 700,
  ochocientos: 800,
  novecientos: 900,
};
/** Between the parts of one number. */
const JOINTS = new Set(['and', 'und', 'et', 'y']);

const VALUES = new Map<string, number>();
for (const row of [...UNITS, ...ORDINALS]) row.split(' ').forEach((word, value) => void VALUES.set(word, value));
for (const [word, value] of Object.entries({
  ...TENS,
  ...SPANISH,
  ein: 1,
  une: 1,
  un: 1,
  una: 1,
  ersten: 1,
  zweiten: 2,
  dritten: 3,
}))
  VALUES.set(word, value);
for (let unit = 1; unit <= 9; unit += 1) {
  const german = ['', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'][unit]!;
  for (const [ten, value] of Object.entries(TENS))
    if (/zig$|ßig$/.test(ten)) VALUES.set(`${german}und${ten}`, value + unit);
  const spanish = ['', 'ún', 'dós', 'trés', 'cuatro', 'cinco', 'séis', 'siete', 'ocho', 'nueve'][unit]!;
  VALUES.set(`veinti${spanish}`, 20 + unit);
}
VALUES.set('veintiuno', 21);

/** Of a word: what it counts, alone or in a number; undefined where it isn't one. Articles are told as `isArticle`. */
function countOf(word: string): number | undefined {
  const digits = /^(\d{1,15})(?:st|nd|rd|th|er|re|e|ème|º|ª)?$/.exec(word)?.[1];
  return digits === undefined ? (VALUES.get(word) ?? VALUES.get(word.replace(/s$/, ''))) : Number(digits);
}

/** Words that are numbers only beside others. */
const ARTICLES = new Set(['a', 'an', 'ein', 'un', 'une', 'una', 'one', 'uno', 'second', 'seconds']);

/** A number in a text. `from` and `to` are positions of words. */
export interface SpokenNumber {
  from: number;
  to: number;
  value: number;
  /** It may as well be an article or the like. */
  isUnsure: boolean;
}

/** The numbers in a row of words in lower case, in order: `['twenty', 'three', 'of', '7']` has 23 and 7. */
export function findNumbers(words: readonly string[]): SpokenNumber[] {
  const numbers: SpokenNumber[] = [];
  for (let at = 0; at < words.length; ) {
    const number = readNumber(words, at);
    if (number) numbers.push(number);
    at = number?.to ?? at + 1;
  }
  // Beside another number it is one, too.
  return numbers.map((number, index) => {
    const isBeside = numbers[index - 1]?.to === number.from || numbers[index + 1]?.from === number.to;
    return { ...number, isUnsure: number.isUnsure && !isBeside };
  });
}

function readNumber(words: readonly string[], from: number): SpokenNumber | undefined {
  const first = countOf(words[from]!) ?? SCALES[words[from]!];
  if (first === undefined) return undefined;
  let to = from;
  let total = 0;
  /** Below a thousand. */
  let group = 0;
  let lastPart = Number.POSITIVE_INFINITY;
  while (to < words.length) {
    const joint = to > from && JOINTS.has(words[to]!) ? 1 : 0;
    const word = words[to + joint];
    if (word === undefined) break;
    const scale = SCALES[word];
    const value = countOf(word);
    if (scale !== undefined && (group > 0 || to === from) && joint === 0) {
      if (scale === 100) group = Math.max(group, 1) * 100;
      else {
        total += Math.max(group, 1) * scale;
        group = 0;
      }
      lastPart = scale;
    } else if (
      value !== undefined &&
      canFollow(value, group, lastPart, joint === 1) &&
      !/\d/.test(to === from ? '' : word)
    ) {
      // Quatre-vingts.
      if (group === 4 && value === 20 && /^vingts?$/.test(word)) group = 80;
      else group += value;
      lastPart = value;
    } else break;
    to += joint + 1;
  }
  const isUnsure = to === from + 1 && ARTICLES.has(words[from]!);
  return { from, to, value: total + group, isUnsure };
}

function canFollow(value: number, group: number, lastPart: number, isJoined: boolean): boolean {
  if (lastPart === Number.POSITIVE_INFINITY) return true;
  if (group === 4 && value === 20) return true;
  if (lastPart >= 100) return value < 100 && !(isJoined && value === 0);
  // Twenty-three; soixante-quinze.
  const isTen = lastPart >= 20 && lastPart % 10 === 0;
  return isTen && value > 0 && value < (lastPart === 60 || group % 100 === 80 ? 20 : 10);
}

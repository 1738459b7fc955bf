/**
 * Words by their role in a sentence, in English, German, French and Spanish. Other languages are compared by their
 * words and negations.
 */

export const NEGATIONS = new Set(
  `not no never none nothing nobody neither nor without nowhere hardly barely
   nicht nichts nie niemals niemand nein kein keine keinen keinem keiner keines ohne weder noch
   pas jamais rien aucun aucune sans ni non
   nunca jamás nada nadie ningún ninguno ninguna sin tampoco
   niet niets niemand nooit geen zonder mai niente nessuno nessuna senza não nem nenhum nenhuma ninguém sem
   inte aldrig ingen inget inga utan ikke aldri aldrig nigdy nikt żaden bez değil yok
   не нет ни никогда никто ничего нельзя без ні немає 不 没 没有 別 别 ない ません 안 못 ليس لا לא नहीं`.split(/\s+/),
);

/** Filler sounds and words, which may be dropped. */
export const FILLERS = new Set(
  `um uh uhm umm erm hmm hm mm mhm ah eh oh so actually basically
   äh ähm öh öhm hm halt also tja naja
   euh heu ben bah alors donc voilà
   eh pues em`.split(/\s+/),
);
/** Fillers after which speakers may correct themselves: "three, uh, four". */
export const HESITATIONS = new Set(`um uh uhm erm äh ähm öh öhm euh eh`.split(/\s+/));
/** Fillers at the start of a sentence, next to another filler, or between commas; elsewhere they mean something. */
export const FILLERS_BESIDE = new Set(`like well okay ok yeah right genau gut bon bien bueno este`.split(/\s+/));
export const FILLER_PHRASES = [
  'you know',
  'i mean',
  'you see',
  'ich meine',
  'weißt du',
  'tu vois',
  'du coup',
  'o sea',
].map((words) => words.split(' '));

/** Phrases between a mistake and its correction. Longer ones come before those that they start with. */
export const CORRECTIONS: readonly (readonly string[])[] = [
  'scratch that',
  'strike that',
  'i mean',
  'i meant',
  'actually make it',
  'actually make that',
  'no make it',
  'no make that',
  'make that',
  'or rather',
  'no wait',
  'no sorry',
  'no actually',
  'actually no',
  'no i mean',
  'or no',
  'ach nein',
  'nein doch',
  'non plutôt',
  'no perdón',
  'oh wait',
  'wait no',
  'sorry i mean',
  'let me rephrase',
  'sorry',
  'rather',
  'wait',
  'correction',
  'actually',
  'no',
  'nein warte',
  'ich meine',
  'ich meinte',
  'besser gesagt',
  'das heißt',
  'quatsch',
  'moment',
  'nein',
  'je veux dire',
  'je voulais dire',
  'ou plutôt',
  'non pardon',
  'plutôt',
  'pardon',
  'non',
  'quiero decir',
  'quise decir',
  'mejor dicho',
  'perdón',
  'digo',
].map((words) => words.split(' '));

/** Small words that may be added or dropped for the sake of grammar. */
export const FUNCTION_WORDS = new Set(
  `a an the and or but of to in on at for with as by from that this is are was were be been it its i you he she we they
   do does did have has had will would there then than if so
   der die das den dem des ein eine einen einem einer und oder aber zu in im am an auf für mit als von vom zum zur dass ist
   sind war es er sie wir ich du hat haben wird uhr h
   le la les l un une des du de d et ou mais à au aux en dans sur pour avec que qu est sont il elle on ce c ne n se s y a
   el la los las un una unos y o pero de del a al en con por para que es son se lo su`.split(/\s+/),
);

export const MONTHS = new Set(
  `january february march april may june july august september october november december
   januar februar märz mai juni juli oktober dezember
   janvier février mars avril juin juillet août septembre octobre novembre décembre
   enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`.split(/\s+/),
);

/** Days and months, which must not be changed. */
export const DATES = new Set([
  ...MONTHS,
  ...`monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight
   montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag heute morgen gestern
   lundi mardi mercredi jeudi vendredi samedi dimanche hier demain
   lunes martes miércoles jueves viernes sábado domingo hoy mañana ayer`.split(/\s+/),
]);

/** Spoken names of characters, which the character may replace. */
export const SPOKEN_CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  '.': ['dot', 'period', 'point', 'full', 'stop', 'punkt', 'punto'],
  ',': ['comma', 'komma', 'virgule', 'coma', 'point'],
  ':': ['colon', 'doppelpunkt', 'deux', 'points', 'dos', 'puntos', 'to', 'zu', 'à', 'a'],
  ';': ['semicolon', 'semikolon'],
  '?': ['question', 'mark', 'fragezeichen', 'interrogation'],
  '!': ['exclamation', 'mark', 'point', 'ausrufezeichen'],
  '@': ['at', 'klammeraffe', 'arobase', 'arroba'],
  '/': ['slash', 'schrägstrich', 'barra', 'per', 'pro', 'par', 'por'],
  '-': ['dash', 'hyphen', 'minus', 'strich', 'bindestrich', 'tiret', 'guion', 'guión', 'to', 'bis', 'à', 'a'],
  '–': ['dash', 'to', 'bis', 'à', 'a'],
  '—': ['dash'],
  _: ['underscore', 'unterstrich'],
  '+': ['plus', 'más'],
  '=': ['equals', 'equal', 'gleich', 'égal', 'igual'],
  '#': ['hash', 'hashtag', 'number', 'nummer', 'numéro', 'número'],
  '&': ['and', 'ampersand', 'und', 'et', 'y'],
  '(': ['open', 'parenthesis', 'bracket', 'klammer', 'auf'],
  ')': ['close', 'closed', 'parenthesis', 'bracket', 'klammer', 'zu'],
  '[': ['open', 'bracket'],
  ']': ['close', 'closed', 'bracket'],
  '"': ['quote', 'unquote', 'open', 'close', 'end'],
  '“': ['quote', 'open'],
  '”': ['unquote', 'end', 'quote', 'close'],
  '\n': ['new', 'line', 'paragraph', 'next', 'neue', 'zeile', 'neuer', 'absatz'],
};

/** Words spoken before list items, which a list's formatting may replace. */
export const ITEM_WORDS = new Set(
  `bullet point item number no dash star next then and also finally lastly
   punkt nummer nächster dann und außerdem schließlich point numéro puis et enfin punto número luego y finalmente`.split(
    /\s+/,
  ),
);

/** Parts of hours, as spoken before or after the hour, and the minutes that they add to it. */
export const BEFORE_HOURS: readonly (readonly [said: string, minutes: number])[] = [
  ['half past', 30],
  ['a quarter past', 15],
  ['quarter past', 15],
  ['quarter after', 15],
  ['a quarter to', -15],
  ['quarter to', -15],
  ['viertel nach', 15],
  ['viertel vor', -15],
  ['dreiviertel', -15],
  ['halb', -30],
];
export const AFTER_HOURS: readonly (readonly [said: string, minutes: number])[] = [
  ['et demie', 30],
  ['et quart', 15],
  ['moins le quart', -15],
  ['y media', 30],
  ['y cuarto', 15],
  ['menos cuarto', -15],
];
/** Words between an hour and its minutes, or after both. */
export const HOUR_WORDS = new Set(['uhr', 'h']);
/** Words between minutes and the hour that they precede. */
export const UNTIL = new Set(['to', 'vor', 'before', 'till']);

/** Hundredths of a currency. */
export const HUNDREDTHS = new Set(['cent', 'cents', 'pence', 'centime', 'centimes', 'céntimos']);
/** Words that may join the parts of a price. */
export const PRICE_JOINTS = new Set(['and', 'und', 'et', 'y', 'con']);

/** Abbreviations, and what they are short for. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  dr: 'doctor,doktor,docteur',
  mr: 'mister',
  mrs: 'missus',
  prof: 'professor,professeur',
  ok: 'okay',
  etc: 'et cetera,etcetera',
  vs: 'versus',
  usw: 'und so weiter',
  zb: 'zum beispiel',
  eg: 'for example',
  percent: 'per cent,prozent,pour cent,por ciento',
  degree: 'degrees,grad,degrés,grados',
  dollar: 'dollars,dólar,dólares',
  euro: 'euros',
  pound: 'pounds',
  oclock: "o clock,o'clock",
};

/** The same for units, which are only abbreviated after a number. */
const MEASURES: Readonly<Record<string, string>> = {
  mg: 'milligram,milligrams,milligramm,milligramme,milligrammes,miligramo,miligramos',
  µg: 'microgram,micrograms,mikrogramm',
  g: 'gram,grams,gramm,gramme,grammes,gramo,gramos',
  kg: 'kilo,kilos,kilogram,kilograms,kilogramm,kilogramme,kilogrammes,kilogramo,kilogramos',
  mm: 'millimeter,millimeters,millimetre,millimetres,millimètre,millimètres,milímetro,milímetros',
  cm: 'centimeter,centimeters,centimetre,centimetres,zentimeter,centimètre,centimètres,centímetro,centímetros',
  m: 'meter,meters,metre,metres,mètre,mètres,metro,metros',
  km: 'kilometer,kilometers,kilometre,kilometres,kilomètre,kilomètres,kilómetro,kilómetros',
  ml: 'milliliter,milliliters,millilitre,millilitres,mililitro,mililitros',
  l: 'liter,liters,litre,litres,litro,litros',
  ms: 'millisecond,milliseconds,millisekunde,millisekunden,milliseconde,millisecondes,milisegundos',
  s: 'second,seconds,sec,secs,sekunde,sekunden,seconde,secondes,segundo,segundos',
  min: 'minute,minutes,minuten,mins,minuto,minutos',
  h: 'hour,hours,hr,hrs,stunde,stunden,heure,heures,hora,horas',
  kb: 'kilobyte,kilobytes',
  mb: 'megabyte,megabytes',
  gb: 'gigabyte,gigabytes,gig,gigs',
  tb: 'terabyte,terabytes',
  w: 'watt,watts',
  kw: 'kilowatt,kilowatts',
  kwh: 'kilowatt hours,kilowattstunden',
  v: 'volt,volts',
  hz: 'hertz',
  khz: 'kilohertz',
  mhz: 'megahertz',
  ghz: 'gigahertz',
  c: 'celsius',
  f: 'fahrenheit',
};

/** Characters that represent a word. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '°': 'degree',
  $: 'dollar',
  '€': 'euro',
  '£': 'pound',
};

/** The abbreviation for each phrase. */
export const SHORT = shortFormsOf(ABBREVIATIONS);
export const SHORT_BEHIND_NUMBER = shortFormsOf(MEASURES);

function shortFormsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([short, longs]) => longs.split(',').map((long) => [long, short])));
}

/** Words that sound the same, or are commonly confused. */
export const CONFUSED = [
  'there their they',
  'your you',
  'its it',
  'to too',
  'then than',
  'were where we',
  'whether weather',
  'here hear',
  'write right',
  'buy by bye',
  'of off',
  'lose loose',
  'affect effect',
  'accept except',
  'brake break',
  'pole pull poll',
  'piece peace',
  'week weak',
  'new knew',
  'whose who',
  'das dass',
  'seit seid',
  'wider wieder',
  'ces ses',
  'et est',
  'ou où',
  'son sont',
  'hay ahí',
].map((words) => new Set(words.split(' ')));

/** Small words that may replace each other for the sake of grammar. */
export const EXCHANGEABLE = [
  'a an the',
  'is are',
  'was were',
  'be been being',
  'has have had',
  'do does did',
  'in on at',
  'this these',
  'that those',
  'that which who',
  'der die das den dem des',
  'ein eine einen einem einer eines',
  'am im an in',
  'zum zur zu',
  'le la les l',
  'un une des',
  'de du des d',
  'à au aux',
  'el la los las',
  'al a',
  'del de',
].map((words) => new Set(words.split(' ')));

export const CONTRACTIONS: Readonly<Record<string, readonly string[]>> = {
  "can't": ['can', 'not'],
  cannot: ['can', 'not'],
  "won't": ['will', 'not'],
  "shan't": ['shall', 'not'],
  "ain't": ['is', 'not'],
  gonna: ['going', 'to'],
  wanna: ['want', 'to'],
  gotta: ['got', 'to'],
  "let's": ['let', 'us'],
  lets: ['let', 'us'],
  kinda: ['kind', 'of'],
  dunno: ['do', 'not', 'know'],
  dont: ['do', 'not'],
  cant: ['can', 'not'],
  wont: ['will', 'not'],
  didnt: ['did', 'not'],
  doesnt: ['does', 'not'],
  isnt: ['is', 'not'],
  arent: ['are', 'not'],
  wasnt: ['was', 'not'],
  werent: ['were', 'not'],
  couldnt: ['could', 'not'],
  wouldnt: ['would', 'not'],
  shouldnt: ['should', 'not'],
  havent: ['have', 'not'],
  hasnt: ['has', 'not'],
  hadnt: ['had', 'not'],
  im: ['i'],
  twenties: ['twenty', 's'],
  thirties: ['thirty', 's'],
  forties: ['forty', 's'],
  fifties: ['fifty', 's'],
  sixties: ['sixty', 's'],
  seventies: ['seventy', 's'],
  eighties: ['eighty', 's'],
  nineties: ['ninety', 's'],
};
/** French words that lose their final vowel before another vowel. */
export const ELISIONS: Readonly<Record<string, string>> = {
  j: 'je',
  n: 'ne',
  l: 'le',
  d: 'de',
  c: 'ce',
  s: 'se',
  m: 'me',
  t: 'te',
  qu: 'que',
  jusqu: 'jusque',
  lorsqu: 'lorsque',
};

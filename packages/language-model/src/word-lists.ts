/** Words by what they do in a sentence, in English, German, French and Spanish. Other languages are compared by their words alone. */

export const NEGATIONS = new Set(
  `not no never none nothing nobody neither nor without nowhere hardly barely
   nicht nichts nie niemals niemand nein kein keine keinen keinem keiner keines ohne weder noch
   pas jamais rien aucun aucune sans ni non
   nunca jamás nada nadie ningún ninguno ninguna sin tampoco`.split(/\s+/),
);

/** Sounds, and what one says while one looks for a word. They may go. */
export const FILLERS = new Set(
  `um uh uhm umm erm hmm hm mm mhm ah eh oh well so like okay ok yeah actually basically
   äh ähm öh öhm hm halt also tja naja genau
   euh heu ben bah bon alors donc voilà
   eh este pues bueno o sea em`.split(/\s+/),
);

/** Between what was said by mistake and what was meant. Longer ones first. */
export const CORRECTIONS: readonly (readonly string[])[] = [
  'scratch that',
  'strike that',
  'i mean',
  'i meant',
  'make that',
  'or rather',
  'no wait',
  'oh wait',
  'wait no',
  'sorry i mean',
  'no sorry',
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

/** Small words that may be put in or left out where grammar wants it. */
export const FUNCTION_WORDS = new Set(
  `a an the and or but of to in on at for with as by from that this is are was were be been it its i you he she we they
   do does did have has had will would there then than if so
   der die das den dem des ein eine einen einem einer und oder aber zu in im am an auf für mit als von vom zum zur dass ist
   sind war es er sie wir ich du hat haben wird uhr h
   le la les l un une des du de d et ou mais à au aux en dans sur pour avec que qu est sont il elle on ce c ne n se s y a
   el la los las un una unos y o pero de del a al en con por para que es son se lo su`.split(/\s+/),
);

/** Days and months, which nobody may exchange. */
export const DATES = new Set(
  `monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight
   january february march april may june july august september october november december
   montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag heute morgen gestern
   januar februar märz mai juni juli oktober dezember
   lundi mardi mercredi jeudi vendredi samedi dimanche hier demain
   janvier février mars avril juin juillet août septembre octobre novembre décembre
   lunes martes miércoles jueves viernes sábado domingo hoy mañana ayer
   enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`.split(/\s+/),
);

/** What is spoken for a character, which then stands in its place. */
export const SPOKEN_CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  '.': ['dot', 'period', 'point', 'full', 'stop', 'punkt', 'punto'],
  ',': ['comma', 'komma', 'virgule', 'coma', 'point'],
  ':': ['colon', 'doppelpunkt', 'deux', 'points', 'dos', 'puntos'],
  ';': ['semicolon', 'semikolon'],
  '?': ['question', 'mark', 'fragezeichen', 'interrogation'],
  '!': ['exclamation', 'mark', 'point', 'ausrufezeichen'],
  '@': ['at', 'klammeraffe', 'arobase', 'arroba'],
  '/': ['slash', 'schrägstrich', 'barra'],
  '-': ['dash', 'hyphen', 'minus', 'strich', 'bindestrich', 'tiret', 'guion', 'guión', 'to', 'bis'],
  _: ['underscore', 'unterstrich'],
  '+': ['plus', 'más'],
  '=': ['equals', 'equal', 'gleich', 'égal', 'igual'],
  '#': ['hash', 'hashtag', 'number'],
  '%': ['percent', 'per', 'cent', 'prozent', 'pour', 'por', 'ciento'],
  $: ['dollar', 'dollars', 'dólares'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
  '°': ['degree', 'degrees', 'grad', 'degrés', 'grados'],
  '&': ['and', 'ampersand'],
  '(': ['open', 'parenthesis', 'bracket', 'klammer', 'auf'],
  ')': ['close', 'closed', 'parenthesis', 'bracket', 'klammer', 'zu'],
  '"': ['quote', 'unquote', 'end'],
  '“': ['quote', 'unquote', 'end'],
  '\n': ['new', 'line', 'paragraph', 'next', 'neue', 'zeile', 'neuer', 'absatz', 'bullet', 'item'],
};

/** Of hours: what stands for minutes. */
export const PARTS_OF_HOURS: Readonly<Record<string, readonly number[]>> = {
  half: [30],
  quarter: [15, 45],
  halb: [30],
  viertel: [15, 45],
  dreiviertel: [45],
  demie: [30],
  quart: [15, 45],
  media: [30],
  cuarto: [15, 45],
};

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
};

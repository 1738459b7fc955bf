import Papa from 'papaparse';
import type { Settings } from '../../ipc/settings-document.ts';

export type Words = Pick<Settings, 'vocabulary' | 'replacements'>;

/** An entry of a file, and its position, such as “Line 3”. */
interface Placed<T> {
  place: string;
  entry: T;
}

/** The valid entries of a file. The others are listed in the problems, with their positions. */
export interface WordFile {
  vocabulary: Placed<string>[];
  replacements: Placed<Words['replacements'][number]>[];
  problems: string[];
}

/** First lines of tables that we write. Other tables may lack them. */
const HEADERS = [['word'], ['replace', 'with']];
/** First lines of other files: field names in our JSON, and the line that sets a spreadsheet's delimiter. */
const OTHER_HEADERS = [['vocabulary'], ['from', 'to'], ['sep=', '']];
/** More words never fit, and reading them would take seconds. */
const MAX_ROWS = 20_000;
/** No row whose words fit is longer, however it is quoted. */
const MAX_ROW_LENGTH = 20_000;
/** A file with more such rows isn't a table. */
const MAX_BROKEN_ROWS = 50;
const DELIMITERS = [',', ';', '\t'];
/** Cells that a spreadsheet would evaluate are written with a leading apostrophe, which reading removes again. */
const FORMULA = /^'*[=+\-@\t]/;
const ESCAPED_FORMULA = /^'+[=+\-@\t]/;
/** Makes spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Decodes a file: UTF-8, or UTF-16 if it starts with that byte order mark. Invalid UTF-8 is read as Windows' Western
 * encoding, in which Excel writes CSV by default.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a file as JSON if its name says so, otherwise as a table. Never throws. */
export function readWordFile(name: string, text: string): WordFile {
  return /\.json$/i.test(name) ? readJson(text) : readTable(text);
}

/** Writes everything as JSON. */
export function writeJson({ vocabulary, replacements }: Words): string {
  return `${JSON.stringify({ vocabulary, replacements }, null, 2)}\n`;
}

/** Writes the vocabulary as a table of one column. */
export function writeVocabularyTable(vocabulary: Words['vocabulary']): string {
  return writeTable([HEADERS[0]!, ...vocabulary.map((word) => [word])]);
}

/** Writes the replacements as a table of two columns. */
export function writeReplacementTable(replacements: Words['replacements']): string {
  return writeTable([HEADERS[1]!, ...replacements.map(({ from, to }) => [from, to])]);
}

function writeTable(rows: string[][]): string {
  const escaped = rows.map((cells) => cells.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell)));
  // Quoted, so that a cell never contains what a reader takes for the delimiter.
  const quotes = (cell: string) => DELIMITERS.some((delimiter) => cell.includes(delimiter));
  return `${BYTE_ORDER_MARK}${Papa.unparse(escaped, { quotes })}\r\n`;
}

function readJson(text: string): WordFile {
  const file: WordFile = { vocabulary: [], replacements: [], problems: [] };
  let content: unknown;
  try {
    content = JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
  } catch {
    file.problems.push('The file isn’t valid JSON.');
    return file;
  }
  if (Array.isArray(content)) takeEntries(file, content, 'Entry');
  else if (isRecord(content) && ('vocabulary' in content || 'replacements' in content)) {
    takeList(file, content, 'vocabulary', 'Word');
    takeList(file, content, 'replacements', 'Replacement');
  } else file.problems.push('The file has neither “vocabulary” nor “replacements”.');
  return file;
}

function takeList(file: WordFile, content: Record<string, unknown>, name: keyof Words, entryName: string): void {
  const { [name]: list = [] } = content;
  if (Array.isArray(list)) takeEntries(file, list, entryName);
  else file.problems.push(`“${name}” isn’t a list.`);
}

function takeEntries(file: WordFile, entries: readonly unknown[], entryName: string): void {
  for (const [index, entry] of entries.entries()) {
    const place = `${entryName} ${index + 1}`;
    if (typeof entry === 'string') file.vocabulary.push({ place, entry });
    else if (isRecord(entry) && typeof entry['from'] === 'string' && typeof entry['to'] === 'string')
      file.replacements.push({ place, entry: { from: entry['from'], to: entry['to'] } });
    else file.problems.push(`${place} is neither a word nor a replacement.`);
  }
}

function readTable(text: string): WordFile {
  const file: WordFile = { vocabulary: [], replacements: [], problems: [] };
  const rows = readRows(text.replace(BYTE_ORDER_MARK, '').replace(/\r\n?/g, '\n'));
  for (const { line, cells } of rows) {
    const place = `Line ${line}`;
    const [first = '', second, ...others] = cells?.map(readCell) ?? [];
    if (!cells) file.problems.push(`${place} has a quotation mark that isn’t closed or stands in the wrong place.`);
    else if (others.some((cell) => cell !== '')) file.problems.push(`${place} has more than two columns.`);
    else if (second === undefined && first.trim() !== '') file.vocabulary.push({ place, entry: first });
    else if (second !== undefined && `${first}${second}` !== '')
      file.replacements.push({ place, entry: { from: first, to: second } });
  }
  if (rows.filter(({ cells }) => !cells).length >= MAX_BROKEN_ROWS)
    file.problems.push('Too many lines can’t be read. The rest of the file was left out; check that it’s a CSV file.');
  else if (rows.length >= MAX_ROWS)
    file.problems.push('The file is too long for a list of words. What comes after the entries above was left out.');
  return file;
}

interface Row {
  /** Line in the file, counted from 1; a cell may span several. */
  line: number;
  /** undefined if its quotation marks are invalid. */
  cells: string[] | undefined;
}

/** Returns the rows of a table without its headers, split by the delimiter that yields the most pairs. */
function readRows(text: string): Row[] {
  const readings = DELIMITERS.map((delimiter) => splitRows(text, delimiter));
  const pairsOf = (rows: Row[]) => rows.filter(({ cells }) => cells?.length === 2).length;
  const rows = readings.reduce((best, other) => (pairsOf(other) > pairsOf(best) ? other : best));
  const first = rows.findIndex(({ cells }) => !isHeader(cells));
  return first < 0 ? [] : rows.slice(first);
}

/** Splits text into rows. For a row that can't be read, only its first line is skipped: reading continues after it. */
function splitRows(text: string, delimiter: string): Row[] {
  const rows: Row[] = [];
  let line = 1;
  let brokenRows = 0;
  for (let rest = text; rest !== '' && brokenRows < MAX_BROKEN_ROWS && rows.length < MAX_ROWS; ) {
    const { whole, isBroken } = readWholeRows(rest, delimiter);
    let read = 0;
    for (const { cells, end } of whole) {
      rows.push({ line, cells });
      line += rest.slice(read, end).split('\n').length - 1;
      read = end;
    }
    if (isBroken) {
      rows.push({ line, cells: undefined });
      brokenRows += 1;
      line += 1;
      const end = rest.indexOf('\n', read);
      read = end < 0 ? rest.length : end + 1;
    }
    rest = rest.slice(read);
  }
  return rows;
}

/**
 * Reads rows from the start of the text as far as possible, each up to the start of the next. `isBroken`: what follows
 * them can't be read. Looks at a limited length only, since with an unclosed quotation mark every read would otherwise
 * run to the end of the file.
 */
function readWholeRows(
  text: string,
  delimiter: string,
): { whole: { cells: string[]; end: number }[]; isBroken: boolean } {
  const part = text.slice(0, MAX_ROW_LENGTH);
  const isAll = part.length === text.length;
  const whole: { cells: string[]; end: number }[] = [];
  let isBroken = false;
  Papa.parse<string[]>(part, {
    delimiter,
    newline: '\n',
    step({ data: cells, errors, meta: { cursor } }, parser) {
      isBroken = errors.length > 0;
      if (isBroken) return parser.abort();
      whole.push({ cells, end: cursor });
    },
  });
  if (isAll) return { whole, isBroken };
  // If the part ends within a row, that row is read again from its start.
  if (!isBroken && !part.endsWith('\n')) whole.pop();
  return { whole, isBroken: whole.length === 0 };
}

function isHeader(cells: readonly string[] = []): boolean {
  const titles = cells.map((cell) => cell.trim().toLowerCase()).join('\t');
  return [...HEADERS, ...OTHER_HEADERS].some((header) => header.join('\t') === titles);
}

function readCell(cell: string): string {
  return ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

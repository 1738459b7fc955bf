import { capitalPlace } from './sentences.ts';
import { FILLERS, GERMAN_WORDS, wordsLanguages } from './spoken-words.ts';
import { type OwnWords, overlaps, quotations, type Span } from './untouched-text.ts';

/** What may be between a filler and the words around it. */
const GAP_BEFORE = /([\p{White_Space},;:.!?…–—]*)([¿¡]?)$/u;
const GAP_AFTER = /(?:[\p{White_Space},;:.!?…–—]|-(?=\p{White_Space}))*/uy;
const LONGEST_GAP = 16;
const SENTENCE_END = /[.!?…]+/;
const MARK = /[^\p{White_Space}]/u;
const LINE_BREAK = /\n/;
/** Not an abbreviation such as ER. */
const WRITTEN_AS_WORD = /^\p{L}[\p{Ll}\p{M}]*$/u;

interface Fillers {
  /** Matches anything that may be one. */
  any: RegExp;
  /** Those that only count between commas or pauses. */
  setOff: ReadonlySet<string>;
}

/** Consecutive fillers, and what sets them off. */
interface Run extends Span {
  before: string;
  /** The mark that opens a Spanish sentence, after `before`. */
  opening: string;
  after: string;
}

const known = new Map<string, Fillers | undefined>();

/**
 * Removes the fillers from a text: um, uh, er, hmm and the like, in the languages of the BCP 47 tags, or in all known
 * ones if there are none. Commas and capitals are fixed. Quotations, the user's own words, and abbreviations such as ER
 * stay.
 */
export function removeFillers(text: string, languages: readonly string[], ownWords: OwnWords): string {
  let result = '';
  let end = 0;
  for (const run of runsOfFillers(text, languages, ownWords)) {
    const head = result + text.slice(end, run.from - run.opening.length - run.before.length);
    end = run.to + run.after.length;
    result = head + gap(run, { isFirst: head === '', isLast: end === text.length });
    if (!beginsSentence(run, head) || !/^\p{Lu}/u.test(text.slice(run.from, run.to))) continue;
    const capital = capitalPlace(text, end, ownWords);
    if (capital === undefined) continue;
    result += text.slice(end, capital) + text.charAt(capital).toUpperCase();
    end = capital + 1;
  }
  return result + text.slice(end);
}

function runsOfFillers(text: string, languages: readonly string[], ownWords: OwnWords): Run[] {
  const fillers = fillersOf(languages);
  const runs: Run[] = [];
  let quoted: Span[] | undefined;
  for (const { 0: word, index: from } of fillers ? text.matchAll(fillers.any) : []) {
    const to = from + word.length;
    const [, before = '', opening = ''] = GAP_BEFORE.exec(text.slice(Math.max(0, from - LONGEST_GAP), from)) ?? [];
    GAP_AFTER.lastIndex = to;
    const after = GAP_AFTER.exec(text)?.[0] ?? '';
    const isApart = (before + opening !== '' || from === 0) && (after !== '' || to === text.length);
    if (!isApart || !WRITTEN_AS_WORD.test(word)) continue;
    if (fillers?.setOff.has(word.toLowerCase()) && !isSetOff(text, { from, to, before, opening, after })) continue;
    quoted ??= quotations(text);
    if (overlaps(quoted, { from, to }) || ownWords.claims(text, { from, to })) continue;
    const last = runs.at(-1);
    if (last && last.to + last.after.length === from) Object.assign(last, { to, after });
    else runs.push({ from, to, before, opening, after });
  }
  return runs;
}

/** "Eh bien" and "eh?" mean something. */
function isSetOff(text: string, { from, to, before, opening, after }: Run): boolean {
  const isAfterPause = from === before.length || MARK.test(before + opening);
  const isBeforePause = to + after.length === text.length || MARK.test(after);
  return isAfterPause && isBeforePause && !after.includes('?');
}

/** Returns what is left between the words around a run of fillers. */
function gap({ before, opening, after }: Run, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const endsAfter = SENTENCE_END.test(after) || LINE_BREAK.test(after);
  // The opening mark stays for the rest of its sentence.
  if (opening !== '' && !isLast && !/[!?]/.test(after)) return (isFirst ? '' : before) + opening;
  if (isFirst) return '';
  const endsBefore = SENTENCE_END.test(before) || LINE_BREAK.test(before);
  if (isLast) return endsBefore ? before.trimEnd() : (SENTENCE_END.exec(after)?.[0] ?? '');
  if (endsBefore) return before;
  if (endsAfter) return after;
  return MARK.test(before) && !MARK.test(after) ? before : ' ';
}

function beginsSentence({ before, opening }: Run, head: string): boolean {
  return head === '' || opening !== '' || SENTENCE_END.test(before) || LINE_BREAK.test(before);
}

function fillersOf(tags: readonly string[]): Fillers | undefined {
  const languages = wordsLanguages(tags);
  const key = tags.length === 0 ? 'any' : languages.join();
  if (known.has(key)) return known.get(key);
  const isGermanSet = tags.length > 0 && languages.includes('de');
  const always = languages.flatMap((language) => FILLERS[language].always);
  const setOff = languages.flatMap((language) => FILLERS[language].setOff);
  const words = [...new Set([...always, ...setOff])].join('|');
  const excluded = isGermanSet ? `(?!(?:${GERMAN_WORDS.join('|')})(?![\\p{L}]))` : '';
  const fillers =
    words === ''
      ? undefined
      : {
          any: new RegExp(
            `(?<![\\p{L}\\p{M}\\p{N}'’_@/.-])${excluded}(?:${words})(?![\\p{L}\\p{M}\\p{N}'’_@/-]|\\.[\\p{L}\\p{N}])`,
            'giu',
          ),
          setOff: new Set(setOff),
        };
  known.set(key, fillers);
  return fillers;
}

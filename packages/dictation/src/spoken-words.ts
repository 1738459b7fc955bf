/**
 * The words that are carried out or left out instead of being written (see docs/decisions/0047): a table for each
 * supported language. The settings list them from here.
 */

export type SpokenCommand = 'newLine' | 'newParagraph' | 'scratchThat' | 'pressEnter';

/** A language tag without a region. */
export type WordsLanguage = 'en' | 'de' | 'fr' | 'es';

/** The first phrase of each command is the one to show. */
export const COMMAND_PHRASES: Record<WordsLanguage, Record<SpokenCommand, readonly string[]>> = {
  en: {
    newLine: ['new line', 'newline', 'next line'],
    newParagraph: ['new paragraph', 'next paragraph'],
    // Not "delete that": people say it to the person they write to.
    scratchThat: ['scratch that', 'strike that'],
    pressEnter: ['press enter', 'press return', 'hit enter', 'hit return'],
  },
  de: {
    newLine: ['neue Zeile', 'nächste Zeile', 'Zeilenumbruch'],
    newParagraph: ['neuer Absatz', 'nächster Absatz', 'neuen Absatz'],
    scratchThat: ['streich das', 'streiche das', 'streich das wieder', 'das streichen'],
    pressEnter: [
      'Eingabetaste drücken',
      'drück die Eingabetaste',
      'drücke die Eingabetaste',
      'Eingabe drücken',
      'Enter drücken',
      'drück Enter',
      'drücke Enter',
      'drück auf Enter',
      'drücke auf Enter',
    ],
  },
  fr: {
    newLine: ['à la ligne', 'nouvelle ligne', 'retour à la ligne'],
    newParagraph: ['nouveau paragraphe', 'nouvel alinéa'],
    scratchThat: ['efface ça', 'effacer ça', 'effacez ça', 'efface cela', 'raye ça'],
    pressEnter: [
      'appuie sur entrée',
      'appuyer sur entrée',
      'appuyez sur entrée',
      'appuie sur la touche entrée',
      'appuyez sur la touche entrée',
    ],
  },
  es: {
    newLine: ['nueva línea', 'línea nueva', 'siguiente línea', 'salto de línea'],
    newParagraph: ['nuevo párrafo', 'párrafo nuevo', 'punto y aparte'],
    scratchThat: ['borra eso', 'borra esto', 'borrar eso', 'tacha eso'],
    pressEnter: [
      'pulsa intro',
      'pulsa enter',
      'pulsar intro',
      'pulsar enter',
      'pulsa la tecla intro',
      'presiona intro',
      'presiona enter',
      'presiona la tecla enter',
    ],
  },
};

/** Except in "mm hmm", which means yes. */
const HMM = '(?<!(?<!\\p{L})m+\\p{White_Space}+)h+m+';

/**
 * Fillers as lower-case patterns: people draw them out. `setOff`: also ordinary words, except between commas or pauses.
 */
export const FILLERS: Record<WordsLanguage, { always: readonly string[]; setOff: readonly string[] }> = {
  // "Uh huh" and "uh oh" mean something.
  en: {
    always: ['u+m+', 'u+h+m+', 'u+h+(?!\\p{White_Space}+(?:huh|oh)(?!\\p{L}))', 'e+rm+', 'e+r', HMM, 'm{3,}'],
    setOff: [],
  },
  de: { always: ['ä+h+m*', 'ö+h+m*', HMM, 'm{3,}'], setOff: [] },
  fr: { always: ['e+u+h+', 'h+e+u+h*', HMM, 'm{3,}'], setOff: ['hum'] },
  es: { always: ['e+h+m+', 'e+m{2,}', HMM, 'm{3,}'], setOff: ['eh', 'em'] },
};

/** Fillers of the other languages that are words in German. */
export const GERMAN_WORDS: readonly string[] = ['um', 'er'];

/** Examples of each language's fillers, to show. */
export const FILLER_EXAMPLES: Record<WordsLanguage, readonly string[]> = {
  en: ['um', 'uh', 'er', 'hmm'],
  de: ['äh', 'ähm', 'öh', 'hm'],
  fr: ['euh', 'heu', 'hmm'],
  es: ['eh', 'ehm', 'mmm'],
};

export const WORDS_LANGUAGES = Object.keys(COMMAND_PHRASES) as readonly WordsLanguage[];

/**
 * Returns the languages whose words count for a user who speaks those of the BCP 47 tags; all of them if there are
 * none.
 */
export function wordsLanguages(tags: readonly string[]): readonly WordsLanguage[] {
  if (tags.length === 0) return WORDS_LANGUAGES;
  const primary = new Set(tags.map((tag) => tag.split('-')[0]?.toLowerCase()));
  return WORDS_LANGUAGES.filter((language) => primary.has(language));
}

import type { TextCleaner } from './ports.ts';
import type { Replacement } from './replacements.ts';

/** The clean-up of texts, and its limits. */
export interface CleanUp {
  cleaner: TextCleaner;
  /** From the moment a text is final; after that it is written as heard. */
  limitMs: number;
  /** Phrases inserted while more is spoken are tidied up too, each on its own. */
  byPhrase: boolean;
}

/** How text is written into an app's field. Anything turned off leaves the provider's words unchanged. */
export interface WritingSettings {
  /** BCP 47 tags of the languages spoken; empty: any. */
  languages: readonly string[];
  /** The user's words and phrases, which are never changed. */
  vocabulary: readonly string[];
  replacements: readonly Replacement[];
  /** "New line" and the like are carried out, not written. */
  spokenCommands: boolean;
  removeFillers: boolean;
  /** The first letter and the final full stop are fitted to the sentence around the caret. */
  fitToCaret: boolean;
  /** undefined: text is written as heard. */
  cleanUp: CleanUp | undefined;
  /** Whether Return is pressed after each dictation. */
  pressReturn: 'never' | 'always';
  /** How line breaks are written; `by-field`: as the kind of field allows. */
  lineBreaks: 'by-field' | 'keep' | 'spaces';
  /** Phrases are inserted while a key that doesn't interfere with typing is still down. */
  insertWhileHolding: boolean;
}

/** Text as it was recognized. */
export const AS_RECOGNIZED: WritingSettings = {
  languages: [],
  vocabulary: [],
  replacements: [],
  spokenCommands: false,
  removeFillers: false,
  fitToCaret: false,
  cleanUp: undefined,
  pressReturn: 'never',
  lineBreaks: 'by-field',
  insertWhileHolding: false,
};

import type { TextCleaner } from './ports.ts';
import type { Replacement } from './replacements.ts';

/** What tidies texts up, and within what limits. */
export interface CleanUp {
  cleaner: TextCleaner;
  /** From when a text is final; after that it is written as it was heard. */
  limitMs: number;
  /** Phrases that are inserted while more is spoken are tidied up too, each by itself. */
  byPhrase: boolean;
}

/** How text is written into the field of an app. What is off leaves the provider's words as they came. */
export interface WritingSettings {
  /** BCP 47 tags of the languages spoken; empty: any. */
  languages: readonly string[];
  /** The user's words and phrases, which nothing changes. */
  vocabulary: readonly string[];
  replacements: readonly Replacement[];
  /** "New line" and the like are followed, not written. */
  spokenCommands: boolean;
  removeFillers: boolean;
  /** The first letter and the full stop at the end fit the sentence around the caret. */
  fitToCaret: boolean;
  /** undefined: what was heard is written. */
  cleanUp: CleanUp | undefined;
  /** Whether Return is pressed after each dictation. */
  pressReturn: 'never' | 'always';
  /** What becomes of line breaks; `by-field`: what the kind of field takes. */
  lineBreaks: 'by-field' | 'keep' | 'spaces';
  /** Phrases are inserted while a key that doesn't disturb typing is still down. */
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

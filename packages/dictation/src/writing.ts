import type { Replacement } from './replacements.ts';

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
  pressReturn: 'never',
  lineBreaks: 'by-field',
  insertWhileHolding: false,
};

import { fitToCaret } from './caret-fit.ts';
import { removeFillers } from './fillers.ts';
import { applyNewlinePolicy } from './newlines.ts';
import type { TargetKind, TextAround } from './ports.ts';
import { applyReplacements } from './replacements.ts';
import { isSpaced, joinText } from './spacing.ts';
import { followCommands } from './spoken-commands.ts';
import { textOf } from './transcript.ts';
import { OwnWords } from './untouched-text.ts';
import type { WritingSettings } from './writing.ts';

/** What was said in one go; pauses lie between the phrases. */
export interface Phrases {
  phrases: readonly string[];
  /** Those that are known to come after them: they may take these back. */
  following?: readonly string[];
}

/** Where a text goes. */
export interface Place {
  kind: TargetKind;
  /** What can be read there. */
  around?: TextAround | undefined;
  /** Our own text before the caret, where nothing can be read. */
  ownTextBefore?: string | undefined;
}

/** A text as it is to stand in its field; empty where nothing is to be written. */
export interface ComposedText {
  text: string;
  /** "Press enter" was said at its end: the words, which are written should more be said. */
  pressEnter?: string;
  /** Nothing but fillers was said. */
  isSilence: boolean;
}

/**
 * A text as it is to stand in its field: without fillers, spoken commands followed, replaced, safe for the kind of field,
 * and as it fits the text around the caret.
 */
export function composeText(
  { phrases, following = [] }: Phrases,
  place: Place,
  writing: WritingSettings,
): ComposedText {
  const { languages, replacements, lineBreaks } = writing;
  const ownWords = new OwnWords(writing);
  const withoutFillers = (texts: readonly string[]) =>
    writing.removeFillers
      ? texts.map((text) => removeFillers(text, languages, ownWords)).filter((text) => text.trim() !== '')
      : texts;
  const said = withoutFillers(phrases);
  const { text, ...command } = writing.spokenCommands
    ? followCommands(said, languages, ownWords, withoutFillers(following))
    : { text: textOf(said.map((phrase) => ({ text: phrase }))) };
  const safe = applyNewlinePolicy(applyReplacements(text, replacements), place.kind, lineBreaks);
  return { text: fitIn(safe, place, writing, ownWords), ...command, isSilence: said.length === 0 };
}

function fitIn(
  text: string,
  { kind, around, ownTextBefore }: Place,
  writing: WritingSettings,
  ownWords: OwnWords,
): string {
  const before = around?.before ?? ownTextBefore;
  // What stands before the caret of a terminal is a prompt, and whatever programs have written.
  if (!writing.fitToCaret || !around || kind === 'terminal') return joinText(before, text);
  const fitted = joinText(before, fitToCaret(text, around, writing.languages, ownWords));
  return fitted !== '' && isSpaced(fitted, around.after ?? '') ? `${fitted} ` : fitted;
}

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

/** What was said in one go, with pauses between the phrases. */
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
  /** Our own text before the caret, if nothing can be read. */
  ownTextBefore?: string | undefined;
}

/** A text without what was only spoken: fillers, and commands, which have been followed. */
export interface SaidText {
  /** Empty if nothing is to be written. */
  text: string;
  /** "Press enter" was said at its end: the words, which are written should more be said. */
  pressEnter?: string;
  /** Nothing but fillers was said. */
  isSilence: boolean;
}

/** Turns what was said into texts: what belongs in them, and the form in which they are inserted. */
export class Composition {
  readonly #writing: WritingSettings;
  readonly #ownWords: OwnWords;

  constructor(writing: WritingSettings) {
    this.#writing = writing;
    this.#ownWords = new OwnWords(writing);
  }

  /** What was said, without fillers, with spoken commands followed. */
  follow({ phrases, following = [] }: Phrases): SaidText {
    const { languages, spokenCommands } = this.#writing;
    const said = this.#withoutFillers(phrases);
    const followed = spokenCommands
      ? followCommands(said, languages, this.#ownWords, this.#withoutFillers(following))
      : { text: textOf(said.map((text) => ({ text }))) };
    return { ...followed, isSilence: said.length === 0 };
  }

  /** A text as it is to be inserted: with replacements, safe for the kind of field, and fitted to the text around the caret. */
  place(text: string, place: Place): string {
    const { replacements, lineBreaks } = this.#writing;
    return this.#fit(applyNewlinePolicy(applyReplacements(text, replacements), place.kind, lineBreaks), place);
  }

  #withoutFillers(texts: readonly string[]): readonly string[] {
    const { languages } = this.#writing;
    return this.#writing.removeFillers
      ? texts.map((text) => removeFillers(text, languages, this.#ownWords)).filter((text) => text.trim() !== '')
      : texts;
  }

  #fit(text: string, { kind, around, ownTextBefore }: Place): string {
    const before = around?.before ?? ownTextBefore;
    // Before a terminal's caret there is a prompt, and whatever programs have written.
    if (!this.#writing.fitToCaret || !around || kind === 'terminal') return joinText(before, text);
    const fitted = joinText(before, fitToCaret(text, around, this.#writing.languages, this.#ownWords));
    // Whether a quotation mark after the caret closes depends on everything before it.
    return fitted !== '' && isSpaced((before ?? '') + fitted, around.after ?? '') ? `${fitted} ` : fitted;
  }
}

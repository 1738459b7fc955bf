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

/** Phrases said in one go, with pauses between them. */
export interface Phrases {
  phrases: readonly string[];
  /** Phrases already known to come after these, which may take them back. */
  following?: readonly string[];
}

/** Where a text goes. */
export interface Place {
  kind: TargetKind;
  /** What can be read around the caret. */
  around?: TextAround | undefined;
  /** Our own text before the caret, if nothing can be read. */
  ownTextBefore?: string | undefined;
}

/** A text without fillers, and with its spoken commands carried out. */
export interface SaidText {
  /** Empty if nothing is to be written. */
  text: string;
  /** "Press enter" was said at its end: the words, to be written if more is said. */
  pressEnter?: string;
  /** Nothing but fillers was said. */
  isSilence: boolean;
}

/** Turns what was said into text: decides what belongs in it, and in what form it is inserted. */
export class Composition {
  readonly #writing: WritingSettings;
  readonly #ownWords: OwnWords;

  constructor(writing: WritingSettings) {
    this.#writing = writing;
    this.#ownWords = new OwnWords(writing);
  }

  /** Returns what was said, without fillers and with spoken commands carried out. */
  follow({ phrases, following = [] }: Phrases): SaidText {
    const { languages, spokenCommands } = this.#writing;
    const said = this.#withoutFillers(phrases);
    const followed = spokenCommands
      ? followCommands(said, languages, this.#ownWords, this.#withoutFillers(following))
      : { text: textOf(said.map((text) => ({ text }))) };
    return { ...followed, isSilence: said.length === 0 };
  }

  /**
   * Returns a text ready for insertion: with replacements, safe for the kind of field, and fitted to the text around
   * the caret.
   */
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
    // A terminal's caret is preceded by a prompt and program output.
    if (!this.#writing.fitToCaret || !around || kind === 'terminal') return joinText(before, text);
    const fitted = joinText(before, fitToCaret(text, around, this.#writing.languages, this.#ownWords));
    // Whether a quotation mark after the caret closes depends on everything before it.
    return fitted !== '' && isSpaced((before ?? '') + fitted, around.after ?? '') ? `${fitted} ` : fitted;
  }
}

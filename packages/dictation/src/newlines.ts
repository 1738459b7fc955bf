import type { TargetKind } from './ports.ts';
import type { WritingSettings } from './writing.ts';

/** Whether a line break may go into a target of a kind. */
const TAKES_LINE_BREAKS: Record<TargetKind, boolean> = {
  'multi-line': true,
  'single-line': false,
  terminal: false,
  chat: false,
  // A line break too few is put right with a key; one too many may have sent or run something.
  unknown: false,
};

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const WHITE_SPACE_RUN = /[\p{White_Space}\uFEFF]+/gu;

/** ESC [ … or its one-character form: moves the cursor, or ends a bracketed paste so that the rest is taken for keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL_SEQUENCE = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/g;
/** What a terminal or a field could take for a command. */
const CONTROL_CHARACTER = /(?![\t\n])\p{Cc}/gu;
/**
 * Embeddings, overrides and isolates make a text look like another one, and are never spoken. The marks that only help
 * the order of right-to-left text stay.
 */
const DIRECTION_OVERRIDE = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * The text as it may be typed or pasted into a target of this kind: without control characters, and with its line
 * breaks as `\n` or, if a line break might send or run the text, as a space; unless the user has said which of both.
 */
export function applyNewlinePolicy(
  text: string,
  kind: TargetKind,
  lineBreaks: WritingSettings['lineBreaks'] = 'by-field',
): string {
  const safe = text
    .replace(CONTROL_SEQUENCE, '')
    .replace(LINE_BREAK, '\n')
    .replace(CONTROL_CHARACTER, '')
    .replace(DIRECTION_OVERRIDE, '');
  if (lineBreaks === 'spaces' || (lineBreaks === 'by-field' && !TAKES_LINE_BREAKS[kind]))
    return safe.replace(WHITE_SPACE_RUN, spaceForLineBreaks);
  return TAKES_LINE_BREAKS[kind] ? safe : safe.replaceAll('\t', ' ');
}

/** A tab is a key to a terminal, and the way to the next field elsewhere. */
function spaceForLineBreaks(whiteSpace: string): string {
  return /[\n\t]/.test(whiteSpace) ? ' ' : whiteSpace;
}

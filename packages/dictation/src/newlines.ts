import type { TargetKind } from './ports.ts';
import type { WritingSettings } from './writing.ts';

/** Whether line breaks may go into each kind of target. */
const TAKES_LINE_BREAKS: Record<TargetKind, boolean> = {
  'multi-line': true,
  'single-line': false,
  terminal: false,
  chat: false,
  // A missing line break is fixed with one key; an extra one may have sent or run something.
  unknown: false,
};

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const WHITE_SPACE_RUN = /[\p{White_Space}\uFEFF]+/gu;

/**
 * ESC [ … or its one-character form: moves the cursor, or ends a bracketed paste so that the rest counts as key
 * presses.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL_SEQUENCE = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/g;
/** Characters that a terminal or a field could interpret as commands. */
const CONTROL_CHARACTER = /(?![\t\n])\p{Cc}/gu;
/**
 * Embeddings, overrides and isolates can disguise text, and are never spoken. Marks that only help to order
 * right-to-left text stay.
 */
const DIRECTION_OVERRIDE = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Returns the text as it may be typed or pasted into this kind of target: without control characters, and with line
 * breaks as `\n` or, where one might send or run the text, as a space, unless the user has chosen one of the two.
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

/** A tab is a key press in a terminal, and moves to the next field elsewhere. */
function spaceForLineBreaks(whiteSpace: string): string {
  return /[\n\t]/.test(whiteSpace) ? ' ' : whiteSpace;
}

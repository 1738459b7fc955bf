import { TYPING } from './tuning.ts';

const CONTROL_CHARACTER = /\p{Cc}/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits a text into pieces that each fit one keyboard event, without splitting what a reader sees as one character.
 * Returns undefined if it can't be typed: a line break would press Enter, a tab would move to the next field, and some
 * characters of many parts are too long for an event.
 */
export function planTyping(text: string): string[] | undefined {
  if (CONTROL_CHARACTER.test(text)) return undefined;
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(text)) {
    if (segment.length > TYPING.eventUnits) return undefined;
    if (piece.length + segment.length > TYPING.eventUnits) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

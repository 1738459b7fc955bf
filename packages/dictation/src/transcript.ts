import { appendText } from './spacing.ts';

/** Samples of a take from `from` up to, not including, `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Audio that has become text. The text is the provider's; empty if there was no speech. */
export interface Piece extends Range {
  id: string;
  text: string;
}

/** What is understood so far of audio that is not settled yet. */
export interface Provisional {
  /** The session it came from, and that session's name for the segment. */
  session: number;
  segment: string;
  from: number;
  text: string;
  /** How many of the first characters will not change any more. */
  stable: number;
}

/**
 * The text of a take as a map from its audio: each sample is unsettled, or belongs to exactly one piece. So nothing is
 * lost or duplicated, however often audio is sent. Pieces are in the order of the audio.
 */
export interface Transcript {
  readonly pieces: readonly Piece[];
  readonly provisional: readonly Provisional[];
}

export const EMPTY_TRANSCRIPT: Transcript = { pieces: [], provisional: [] };

/** Settles the unsettled parts of a range, of which the first gets the text; no-op if there are none. */
export function settle(transcript: Transcript, range: Range, text: string): Transcript {
  const open = unsettled(transcript, range);
  if (open.length === 0) return transcript;
  const added = open.map((part, index) => ({
    ...part,
    id: String(transcript.pieces.length + index + 1),
    text: index === 0 ? text : '',
  }));
  const pieces = [...transcript.pieces, ...added].sort((a, b) => a.from - b.from);
  return { ...transcript, pieces };
}

/** Returns the unsettled parts of a range, in order. */
export function unsettled(transcript: Transcript, range: Range): Range[] {
  const parts: Range[] = [];
  let from = range.from;
  for (const piece of transcript.pieces) {
    if (piece.to <= from) continue;
    if (piece.from >= range.to) break;
    if (piece.from > from) parts.push({ from, to: piece.from });
    from = piece.to;
  }
  if (from < range.to) parts.push({ from, to: range.to });
  return parts;
}

/** Returns the position up to which everything is settled, from the take's first sample on. */
export function settledUpTo(transcript: Transcript): number {
  let end = 0;
  for (const piece of transcript.pieces) {
    if (piece.from > end) break;
    end = piece.to;
  }
  return end;
}

/** Records what is understood of a segment; drops what earlier sessions understood, as out of date. */
export function setProvisional(transcript: Transcript, provisional: Provisional): Transcript {
  const others = transcript.provisional.filter(
    (entry) => entry.session === provisional.session && entry.segment !== provisional.segment,
  );
  return { ...transcript, provisional: [...others, provisional].sort((a, b) => a.from - b.from) };
}

/** Drops the provisional text of a segment that has become final, and that of earlier sessions. */
export function dropProvisional(transcript: Transcript, session: number, segment: string): Transcript {
  const provisional = transcript.provisional.filter((entry) => entry.session === session && entry.segment !== segment);
  return { ...transcript, provisional };
}

/** Joins the pieces' texts. */
export function textOf(pieces: readonly { text: string }[]): string {
  return pieces.reduce((text, piece) => appendText(text, piece.text), '');
}

/** Returns all text understood, including provisional text, in the order of the audio. */
export function textSoFar(transcript: Transcript): string {
  const open = transcript.provisional.filter(
    (entry) => unsettled(transcript, { from: entry.from, to: entry.from + 1 }).length > 0,
  );
  return textOf([...transcript.pieces, ...open].sort((a, b) => a.from - b.from));
}

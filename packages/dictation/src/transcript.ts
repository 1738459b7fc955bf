import { appendText } from './spacing.ts';

/** Samples of a take from `from` up to, not including, `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Audio that has become text. The text is the provider's, and may be empty: no speech in it. */
export interface Piece extends Range {
  id: string;
  text: string;
}

/** What is understood so far of audio that has not become text yet. */
export interface Provisional {
  /** The session that said so, and its name for the segment. */
  session: number;
  segment: string;
  from: number;
  text: string;
  /** So many of the first characters will not change any more. */
  stable: number;
}

/**
 * The text of a take as a map from its audio: each sample is unsettled, or belongs to exactly one piece. So nothing is
 * lost or doubled, however often audio is sent again. Pieces are in the order of the audio.
 */
export interface Transcript {
  readonly pieces: readonly Piece[];
  readonly provisional: readonly Provisional[];
}

export const EMPTY_TRANSCRIPT: Transcript = { pieces: [], provisional: [] };

/** Settles a range. What is settled already stays; if nothing of the range was unsettled, nothing changes. */
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

/** The parts of a range that are not settled, in order. */
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

/** Up to here, from the take's first sample on, all is settled. */
export function settledUpTo(transcript: Transcript): number {
  let end = 0;
  for (const piece of transcript.pieces) {
    if (piece.from > end) break;
    end = piece.to;
  }
  return end;
}

/** Notes what is understood of a segment; what earlier sessions said is out of date then. */
export function setProvisional(transcript: Transcript, provisional: Provisional): Transcript {
  const others = transcript.provisional.filter(
    (entry) => entry.session === provisional.session && entry.segment !== provisional.segment,
  );
  return { ...transcript, provisional: [...others, provisional].sort((a, b) => a.from - b.from) };
}

/** Drops what was understood of a segment, once it is final, and what earlier sessions said. */
export function dropProvisional(transcript: Transcript, session: number, segment: string): Transcript {
  const provisional = transcript.provisional.filter((entry) => entry.session === session && entry.segment !== segment);
  return { ...transcript, provisional };
}

/** The pieces' texts as one text. */
export function textOf(pieces: readonly { text: string }[]): string {
  return pieces.reduce((text, piece) => appendText(text, piece.text), '');
}

/** All text understood, the provisional included, in the order of the audio. */
export function textSoFar(transcript: Transcript): string {
  const open = transcript.provisional.filter(
    (entry) => unsettled(transcript, { from: entry.from, to: entry.from + 1 }).length > 0,
  );
  return textOf([...transcript.pieces, ...open].sort((a, b) => a.from - b.from));
}

/** Hands a take's text over for insertion, in the order of the audio, and records its seconds. */
import type { Take, TakeEffect } from './take-state.ts';
import { settledUpTo } from './transcript.ts';

/**
 * Hands text over for insertion: each piece once everything before it is settled, unless it must wait for the release;
 * the rest follows in one go after that. A failed take hands over what there is, in order; text from a retry follows.
 */
export function handOver(take: Take, effects: TakeEffect[]): Take {
  const insertableUpTo = take.released && isWhole(take) ? Number.POSITIVE_INFINITY : take.insertableUpTo;
  const upTo = Math.min(take.phase === 'failed' ? take.captured : settledUpTo(take.transcript), insertableUpTo);
  const due = take.transcript.pieces.filter((piece) => piece.to <= upTo && !take.handedOver.has(piece.id));
  if (due.length === 0) return take;
  const withText = due.filter((piece) => piece.text.trim() !== '');
  if (withText.length > 0) effects.push({ type: 'insert', pieces: withText });
  return {
    ...take,
    handedOver: new Set([...take.handedOver, ...due.map((piece) => piece.id)]),
    insertions: take.insertions + (withText.length > 0 ? 1 : 0),
  };
}

/** Whether all text has arrived, or no more will. */
function isWhole({ phase, saidUpTo, transcript }: Take): boolean {
  if (phase === 'inserting' || phase === 'failed') return true;
  return saidUpTo !== undefined && settledUpTo(transcript) >= saidUpTo;
}

export function handleInsertion(take: Take, effects: TakeEffect[]): Take {
  return concludeIfInserted({ ...take, insertions: take.insertions - 1 }, effects);
}

export function concludeIfInserted(take: Take, effects: TakeEffect[]): Take {
  const inserted = take.insertions === 0 && take.transcript.pieces.every((piece) => take.handedOver.has(piece.id));
  if (take.phase !== 'inserting' || !inserted || take.concluding) return take;
  effects.push({ type: 'conclude' });
  return { ...take, concluding: true };
}

/** Records the take's seconds: once, and only if there is text for them. */
export function recordUsage(take: Take, effects: TakeEffect[]): Take {
  if (take.usageRecorded || take.transcript.pieces.every((piece) => piece.text.trim() === '')) return take;
  effects.push({ type: 'record-usage', samples: take.captured });
  return { ...take, usageRecorded: true };
}

import type { Step, Take } from './take-state.ts';
import { settledUpTo, unsettled } from './transcript.ts';
import { TAKE } from './tuning.ts';

/** The next step towards the provider, if there is one to take now. */
export function nextStep(take: Take): Step | undefined {
  const { connection } = take;
  if (connection.type !== 'ready' || connection.ended) return undefined;
  if (connection.cursor > connection.cutAt && take.cuts.includes(connection.cursor))
    return { type: 'cut', at: connection.cursor };
  if (connection.aged && connection.cursor === connection.cutAt) return undefined;
  const next = unsettled(take.transcript, { from: connection.cursor, to: take.captured })[0];
  if (next) {
    const phraseEnd = take.cuts.find((cut) => cut > next.from) ?? (take.heard ? take.captured : next.from);
    const to = Math.min(next.to, phraseEnd, next.from + TAKE.pushSamples);
    if (to > next.from) return { type: 'push', from: next.from, to };
  }
  return take.phase === 'finishing' || isToCommitByEnd(take) ? { type: 'end' } : undefined;
}

/** Who cuts the audio itself transcribes what is there once no more is to come. */
function isToCommitByEnd({ provider, backup, saidUpTo, transcript }: Take): boolean {
  const cutsItself = provider.segmentation === 'server' && !backup;
  return cutsItself && saidUpTo !== undefined && settledUpTo(transcript) < saidUpTo;
}

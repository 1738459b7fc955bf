import { HTTP } from '../limits.ts';
import { samplesIn } from '../samples.ts';

/**
 * Splits audio into parts of at most `maxSamples`, each time at the quietest moment near that limit. The parts are
 * views of the samples, in order and without gaps.
 */
export function splitAtPauses(samples: Int16Array, maxSamples: number): Int16Array[] {
  const parts: Int16Array[] = [];
  let rest = samples;
  while (rest.length > maxSamples) {
    const end = endOfPart(rest.subarray(0, maxSamples));
    parts.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return [...parts, rest];
}

/** Returns the middle of the quietest moment near the end of what would fit. */
function endOfPart(fitting: Int16Array): number {
  const pause = samplesIn(HTTP.pauseAudioMs);
  const earliest = Math.max(0, fitting.length - samplesIn(HTTP.pauseSearchAudioMs));
  let end = fitting.length;
  let lowest = Number.POSITIVE_INFINITY;
  for (let start = fitting.length - pause; start >= earliest; start -= pause) {
    const energy = fitting.subarray(start, start + pause).reduce((sum, sample) => sum + sample * sample, 0);
    if (energy >= lowest) continue;
    lowest = energy;
    end = start + pause / 2;
  }
  return end;
}

import { ALIKE, compare } from './compare.ts';
import { LEVEL_STEP, levels } from './levels.ts';
import { MARGIN, type Reference } from './reference.ts';

/** The minimum similarity of levels for a candidate place, and the maximum number of candidates. */
const LEVELS_ALIKE = 0.5;
const MOST_CANDIDATES = 60;

/** How to search around a place, in samples: how far, in which steps, and the stride of the samples compared. */
interface View {
  reach: number;
  lag: number;
  stride: number;
}
const ROUGH: View = { reach: 1.5 * LEVEL_STEP, lag: 2, stride: 9 };
const CLOSE: View = { reach: 3, lag: 1, stride: 1 };
/** Places that are worse than the best one by more than this in the rough search are not searched closely. */
const ROUGH_MARGIN = 0.15;

/** Places that differ by less count as equally good. */
const TIE = 0.02;

interface Place {
  /** Position in the reference, including its margin. */
  at: number;
  similarity: number;
}

/**
 * Finds where in the reference some band-filtered audio comes from: first by its levels, then, at the best places, by
 * its samples. Of places that fit equally well, takes the one nearest to `expected`. Returns the position of the
 * audio's first sample, or undefined if no place fits.
 */
export function findPlace(reference: Reference, audio: Float32Array, expected: number): number | undefined {
  const look = (around: number, view: View) => bestPlace(reference, audio, around, view);
  const rough = placesByLevel(reference, audio).map((at) => look(at, ROUGH));
  const close = withinOfBest(rough, ROUGH_MARGIN).map(({ at }) => look(at, CLOSE));
  const believed = close.filter(({ similarity }) => similarity >= ALIKE);
  const positions = withinOfBest(believed, TIE).map(({ at }) => at - MARGIN);
  return positions.sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0];
}

function withinOfBest(places: Place[], margin: number): Place[] {
  const best = places.reduce((highest, { similarity }) => Math.max(highest, similarity), 0);
  return places.filter(({ similarity }) => similarity >= best - margin);
}

/** The places where the reference's levels are most like those of the audio. */
function placesByLevel(reference: Reference, audio: Float32Array): number[] {
  const scores = levelSimilarities(reference.levels, levels(audio));
  const peaks: { at: number; score: number }[] = [];
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index]!;
    const isPeak = score >= (scores[index - 1] ?? -1) && score > (scores[index + 1] ?? -1);
    if (isPeak && score >= LEVELS_ALIKE) peaks.push({ at: index * LEVEL_STEP, score });
  }
  return peaks
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES)
    .map(({ at }) => at);
}

/** The correlation coefficient of `some` levels with `all` levels, at each offset. */
function levelSimilarities(all: Float32Array, some: Float32Array): Float32Array {
  const count = some.length;
  const mean = some.reduce((sum, level) => sum + level, 0) / count;
  const deviations = some.map((level) => level - mean);
  const spread = Math.sqrt(deviations.reduce((sum, deviation) => sum + deviation * deviation, 0));
  const scores = new Float32Array(Math.max(0, all.length - count + 1));
  let sum = 0;
  let squares = 0;
  const tally = (level: number, sign: 1 | -1) => {
    sum += sign * level;
    squares += sign * level * level;
  };
  for (let index = 0; index < count && index < all.length; index++) tally(all[index]!, 1);
  for (let place = 0; place < scores.length; place++) {
    let product = 0;
    for (let index = 0; index < count; index++) product += deviations[index]! * all[place + index]!;
    const variation = Math.sqrt(Math.max(squares - (sum * sum) / count, 0));
    scores[place] = spread * variation > 1e-6 ? product / (spread * variation) : 0;
    tally(all[place]!, -1);
    if (place + count < all.length) tally(all[place + count]!, 1);
  }
  return scores;
}

function bestPlace(reference: Reference, audio: Float32Array, around: number, { reach, lag, stride }: View): Place {
  let best: Place = { at: around, similarity: -1 };
  for (let at = around - reach; at <= around + reach; at += lag) {
    const similarity = Math.abs(compare(audio, 0, reference.band, at, audio.length, stride).similarity);
    if (similarity > best.similarity) best = { at, similarity };
  }
  return best;
}

import { BandFilter } from './band-filter.ts';
import { levels } from './levels.ts';
import { Loudness } from './loudness.ts';
import { RECOGNIZER_RATE } from './rate.ts';

/** A word of the script, and its time in the reference. */
export interface ScriptWord {
  /** As it should appear, including the space before it, if any, and attached punctuation. */
  text: string;
  startMs: number;
  endMs: number;
}

/** Silence added before and after the reference, so that a search can reach beyond its ends. In samples. */
export const MARGIN = RECOGNIZER_RATE / 2;

/** Audio in which received audio is searched for. Positions in it are samples from its start, without the margin. */
export interface Reference {
  /** Its telephone band, with `MARGIN` samples of silence on both sides. */
  readonly band: Float32Array;
  /** The band's levels over time, margins included: see `levels`. */
  readonly levels: Float32Array;
  /** The band's level below which nothing is compared, as root mean square. */
  readonly quiet: number;
  /** Which parts of it are audible. */
  readonly loudness: Loudness;
}

/** How far below the loudest moment a sound may be and still be distinguished from silence: 40 dB. */
const QUIET_SHARE = 0.01;

/** Prepares reference audio (at `RECOGNIZER_RATE`) for searching. */
export function prepareReference(samples: Float32Array): Reference {
  const padded = new Float32Array(samples.length + 2 * MARGIN);
  padded.set(samples, MARGIN);
  const band = new BandFilter().filter(padded);
  const bandLevels = levels(band);
  const loudest = bandLevels.reduce((highest, level) => Math.max(highest, level), 0) ** 2;
  return {
    band,
    levels: bandLevels,
    quiet: loudest * QUIET_SHARE,
    loudness: new Loudness(samples),
  };
}

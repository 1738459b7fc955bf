/** The rate to which all audio is resampled before recognition, in samples per second. Positions are counted at it. */
export const RECOGNIZER_RATE = 24_000;

/** The number of samples in a duration. */
export function samplesOf(ms: number): number {
  return Math.round((ms * RECOGNIZER_RATE) / 1000);
}

/** The duration of a number of samples. */
export function msOf(samples: number): number {
  return (samples * 1000) / RECOGNIZER_RATE;
}

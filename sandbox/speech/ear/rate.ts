/** Everything that is heard is brought to this rate first, in samples per second. Positions are counted in it. */
export const EAR_RATE = 24_000;

/** The number of samples in a duration. */
export function samplesOf(ms: number): number {
  return Math.round((ms * EAR_RATE) / 1000);
}

/** The duration of a number of samples. */
export function msOf(samples: number): number {
  return (samples * 1000) / EAR_RATE;
}

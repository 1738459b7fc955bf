const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Round tops of the scale, in seconds, whose halves are round, too. */
const TOPS = [MINUTE, 2 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR];

/** Returns the top of a scale for up to `maxSeconds`, in seconds; never below that, never zero. */
export function scaleTop(maxSeconds: number): number {
  return TOPS.find((top) => top >= maxSeconds) ?? Math.ceil(maxSeconds / DAY) * DAY;
}

/** Returns bar heights as fractions of the scale, from 0 to 1. Nonzero values get at least `least`, to be visible. */
export function barHeights(seconds: readonly number[], least: number): number[] {
  const top = scaleTop(Math.max(0, ...seconds));
  return seconds.map((value) => (value === 0 ? 0 : Math.max(least, value / top)));
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ends of the scale that read well, and halve into something that does too. */
const TOPS = [MINUTE, 2 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR];

/** Where a scale that shows up to `maxSeconds` ends, in seconds: never below it, never zero. */
export function scaleTop(maxSeconds: number): number {
  return TOPS.find((top) => top >= maxSeconds) ?? Math.ceil(maxSeconds / DAY) * DAY;
}

/** Heights of bars as parts of the scale, from 0 to 1. What isn't zero can be seen: it has `least` at the least. */
export function barHeights(seconds: readonly number[], least: number): number[] {
  const top = scaleTop(Math.max(0, ...seconds));
  return seconds.map((value) => (value === 0 ? 0 : Math.max(least, value / top)));
}

/** The only source of the time of day: every expiry and limit is judged by it, never by the database's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the time that many milliseconds after another, or before it if negative. */
export function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

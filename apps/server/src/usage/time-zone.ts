import { Temporal } from 'temporal-polyfill';

/** Returns whether it is the IANA name of a time zone. A mere offset isn't: it has no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch {
    return false;
  }
}

import { Temporal } from 'temporal-polyfill';

/** Whether it is the IANA name of a time zone. A mere offset is none: it has no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch {
    return false;
  }
}

// The server already counted days and months in the user's time zone: format in UTC, so that they don't shift.
const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats `2026-02-03` as 'Tue'. */
export function weekdayName(date: string): string {
  return weekdayFormat.format(new Date(date));
}

/** Formats `2026-02-03` as 'Tue, Feb 3'. */
export function dayName(date: string): string {
  return dayFormat.format(new Date(date));
}

/** Formats `2026-02` as 'February 2026'. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01`));
}

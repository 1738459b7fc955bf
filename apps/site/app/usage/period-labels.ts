// Days and months are those of the user's zone already, as the server counted them: no zone may move them here.
const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** `2026-02-03` as 'Tue'. */
export function weekdayName(date: string): string {
  return weekdayFormat.format(new Date(date));
}

/** `2026-02` as 'February'. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01`));
}

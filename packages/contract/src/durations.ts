const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/**
 * Formats a duration as `1d 2h 3m 4s`. Parts that are zero are omitted; zero seconds are `0s`.
 *
 * @param totalSeconds a non-negative integer
 */
export function formatDuration(totalSeconds: number): string {
  const parts: string[] = [];
  let rest = totalSeconds;
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? '0s' : parts.join(' ');
}

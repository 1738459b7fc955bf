const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/**
 * Writes a duration as `1d 2h 3m 4s`: parts that are zero are left out, no time at all is `0s`.
 *
 * @param totalSeconds whole and not negative
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

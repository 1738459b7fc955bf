export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Returns the smallest value that at least this percentage of the values don't exceed; NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** The output of a command. */
export interface Report {
  /** For people. */
  text: string;
  /** For machines; printed as JSON. */
  data: unknown;
}

/** Writes one name and value per line, with the values aligned. */
export function formatFields(fields: Record<string, string>): string {
  const width = Math.max(...Object.keys(fields).map(({ length }) => length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd())
    .join('\n');
}

/** Writes rows below their headings, in columns. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a time like `2026-03-18 10:00 UTC`. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

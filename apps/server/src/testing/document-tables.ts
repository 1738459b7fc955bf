import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OPERATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'operations.md');

/** What stands below a heading of `docs/operations.md`, up to the next one. */
export function operationsSection(heading: string): string {
  const [, section] = readFileSync(OPERATIONS, 'utf8').split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`docs/operations.md has no heading '${heading}'.`);
  return section.split('\n## ')[0] ?? '';
}

/** The cells of the only table below a heading of `docs/operations.md`, row by row, without its head. */
export function operationsTable(heading: string): string[][] {
  const lines = operationsSection(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A text as Markdown shows code. */
export function code(text: string): string {
  return `\`${text}\``;
}

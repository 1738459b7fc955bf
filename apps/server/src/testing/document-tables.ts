import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENTS = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

type Document = 'deploy.md' | 'runbook.md' | 'security.md';

/** The text below a heading of a document in `docs`, up to the next one. */
export function readSection(document: Document, heading: string): string {
  const [, section] = readFileSync(join(DOCUMENTS, document), 'utf8').split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${document} has no heading '${heading}'.`);
  return section.split('\n## ')[0] ?? '';
}

/** The cells of the only table below a heading, row by row, without its head. */
export function readTable(document: Document, heading: string): string[][] {
  const lines = readSection(document, heading)
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

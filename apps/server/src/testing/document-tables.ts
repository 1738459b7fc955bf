import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENTS = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

type Document = 'deploy.md' | 'runbook.md' | 'security.md';

/** Returns the text below a heading of a document in `docs`, up to the next heading. */
export function readSection(document: Document, heading: string): string {
  const [, section] = readFileSync(join(DOCUMENTS, document), 'utf8').split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${document} has no heading '${heading}'.`);
  return section.split('\n## ')[0] ?? '';
}

/** Returns the cells of the only table below a heading, row by row, without its header. */
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

/** Formats text as code in Markdown. */
export function code(text: string): string {
  return `\`${text}\``;
}

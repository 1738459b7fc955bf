import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BEGIN = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d{2}-\d{2})\. Status: ([^.]+)/;

/**
 * Returns the index of a folder's decisions as Markdown: number, title, date and status of each, newest last.
 *
 * @throws Error if a file doesn't begin with its title, `Date: YYYY-MM-DD.` and `Status: ….`
 */
export function decisionIndexOf(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.md$/.test(name));
  const rows = files.toSorted().map((file) => {
    const [, number, title, date, status] = BEGIN.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    if (Number(number) !== Number(file.slice(0, 4))) throw new Error(`${file} doesn't start like a decision record.`);
    return `- ${date}, [${number}. ${title}](${file})${status === 'in force' ? '' : `: ${withoutLinks(status ?? '')}`}`;
  });
  return `# Decisions

Larger choices with their reasons, each in a short file that says what was decided and what follows. Copy the form of the newest; a number is never used twice, and a few (42, 43, 55, 58, 59) never were.
Written by \`npm run document\`.

${rows.join('\n')}
`;
}

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\(?[^)]*\)?/g, '$1');
}

import { VARIABLES as APP_VARIABLES } from '@workspace/desktop/configuration';
import { REQUIRED_IN_PRODUCTION, VARIABLES as SERVER_VARIABLES } from '@workspace/server/config';
import { VARIABLES as SITE_VARIABLES } from '@workspace/site/config';
import type { ZodObject, ZodType } from 'zod';
import { START_VARIABLES } from './environment.ts';

declare module 'zod' {
  interface GlobalMeta {
    /** The effect of a missing variable, in words, if its default doesn't describe it well. */
    otherwise?: string | undefined;
  }
}

const HEAD = ['Variable', 'Without it', 'What it is'] as const;
type Row = readonly [variable: string, otherwise: string, description: string];

const TABLES: Record<string, { variables: ZodObject; required: ReadonlySet<string> }> = {
  app: { variables: APP_VARIABLES, required: new Set() },
  start: { variables: START_VARIABLES, required: new Set() },
  server: { variables: SERVER_VARIABLES, required: new Set(REQUIRED_IN_PRODUCTION) },
  site: { variables: SITE_VARIABLES, required: requiredIn(SITE_VARIABLES) },
};

/**
 * Returns Markdown text with its tables of variables written, each between `<!-- server variables … -->` (or `app`,
 * `start`, `site`) and the next `<!-- end -->`.
 *
 * @throws Error if such a place is missing
 */
export function writeEnvironmentTables(markdown: string): string {
  return Object.entries(TABLES).reduce(
    (text, [whose, { variables, required }]) => writeTable(text, whose, rowsOf(variables, required)),
    markdown,
  );
}

function writeTable(markdown: string, whose: string, rows: Row[]): string {
  const place = new RegExp(`(<!-- ${whose} variables[^\\n]*-->\\n)[^]*?(<!-- end -->)`);
  if (!place.test(markdown)) throw new Error(`There is no place for the ${whose}’s variables.`);
  return markdown.replace(place, (_, begin: string, end: string) => `${begin}\n${formatTable(rows)}\n\n${end}`);
}

function requiredIn({ shape }: ZodObject): ReadonlySet<string> {
  return new Set(Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success));
}

function rowsOf({ shape }: ZodObject, required: ReadonlySet<string>): Row[] {
  return Object.entries<ZodType>(shape).map(([name, schema]) => {
    const { description, otherwise } = schema.meta() ?? {};
    if (!description) throw new Error(`${name} has no description.`);
    return [`\`${name}\``, required.has(name) ? '**required**' : (otherwise ?? defaultOf(schema)), description];
  });
}

function defaultOf(schema: ZodType): string {
  const value = schema.parse(undefined);
  return value === undefined ? 'none' : `\`${value}\``;
}

function formatTable(rows: Row[]): string {
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

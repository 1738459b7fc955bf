// Everything that documents refer to exists: linked files and headings, and paths in code.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', '{apps,packages,sandbox,e2e,bench,deploy}/**/*.md'], {
  cwd: ROOT,
  exclude: (path) => /node_modules|build|\.cache/.test(path),
});

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** The folders that paths in documents are relative to, and the endings they may omit. */
const BASES = [
  '',
  'apps/server/src',
  'apps/site',
  'apps/site/app',
  'apps/desktop',
  'apps/desktop/src',
  'packages/dictation/src',
];
const ENDINGS = ['', '.ts', '.tsx', '.test.ts', '.test.tsx'];
const PATH = /`([\w.-]+\/[\w./@-]+)`/g;
/** Files written by builds, the system or others. */
const ELSEWHERE = /(^|\/)build(\/|$)|\.env$|^\.data\/|^releases\/latest/;

const COMMAND = /npm run (?:--silent )?([\w:-]+)(?:[^`\n]*? -w (apps\/[\w-]+))?/g;

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');

/** The headings' anchors, as GitHub makes them. */
function anchorsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(DOCUMENTS)('%s links only to files and headings that exist', (document) => {
  const broken = [...read(document).matchAll(LINK)].filter(([, path = '', anchor]) => {
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsIn(read(target)).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** Whether it is a path in this repository, judging by its first folder. */
const isOurs = (path: string) =>
  !ELSEWHERE.test(path) && BASES.some((base) => existsSync(join(ROOT, base, path.split('/')[0] ?? '')));
const isThere = (path: string) =>
  BASES.some((base) => ENDINGS.some((ending) => existsSync(join(ROOT, base, path + ending))));

test.each(DOCUMENTS)('%s mentions only paths that exist', (document) => {
  const paths = [...read(document).matchAll(PATH)].map(([, path = '']) => path);
  expect(paths.filter((path) => isOurs(path) && !isThere(path))).toEqual([]);
});

test.each(DOCUMENTS)('%s mentions only commands that exist', (document) => {
  const commands = [...read(document).matchAll(COMMAND)];
  const missing = commands.filter(([, name = '', workspace = '.']) => {
    const { scripts } = JSON.parse(read(join(workspace, 'package.json'))) as { scripts: Record<string, string> };
    return !(name in scripts);
  });
  expect(missing.map(([command]) => command)).toEqual([]);
});

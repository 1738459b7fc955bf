import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEnvironmentTables } from './environment-tables.ts';

const OPERATIONS = readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
const PLACES = '<!-- server variables -->\n<!-- end -->\n<!-- site variables -->\nOld.\n<!-- end -->\nAnd more.\n';

function rowOf(variable: string): string[] | undefined {
  return writeEnvironmentTables(PLACES)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((cells) => cells[1] === `\`${variable}\``);
}

test('the tables in docs/operations.md are those of the code: `npm run document` writes them', () => {
  expect(writeEnvironmentTables(OPERATIONS)).toBe(OPERATIONS);
});

test('what production requires, defaults, and what has none, is told apart', () => {
  expect(rowOf('SITE_URL')?.[2]).toBe('**required**');
  expect(rowOf('VITE_PAYMENT_LINK')?.[2]).toBe('**required**');
  expect(rowOf('PORT')?.[2]).toBe('`3001`');
  expect(rowOf('VITE_DEMO_VIDEO_URL')?.[2]).toBe('`/demo.webm`');
  expect(rowOf('DATABASE_URL')?.[2]).toBe('the bundled PostgreSQL');
  expect(rowOf('JWT_SECRET_PREVIOUS')?.[2]).toBe('none');
});

test('what stands around the tables stays, and what stood in their place goes', () => {
  const written = writeEnvironmentTables(PLACES);
  expect(written).toMatch(/\n<!-- end -->\nAnd more\.\n$/);
  expect(written).not.toContain('Old.');
});

test('a text without a place for them is refused', () => {
  expect(() => writeEnvironmentTables('# Nothing')).toThrow('There is no place for the variables of the server.');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEnvironmentTables } from './environment-tables.ts';

const CONFIGURATION = readFileSync(join(import.meta.dirname, '..', 'docs', 'configuration.md'), 'utf8');
const PLACES = ['app', 'start', 'server', 'site']
  .map((whose) => `<!-- ${whose} variables -->\nOld.\n<!-- end -->\n`)
  .join('')
  .concat('And more.\n');

function rowOf(variable: string): string[] | undefined {
  return writeEnvironmentTables(PLACES)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((cells) => cells[1] === `\`${variable}\``);
}

test('the tables in docs/configuration.md match the code (`npm run document` generates them)', () => {
  expect(writeEnvironmentTables(CONFIGURATION)).toBe(CONFIGURATION);
});

test('the tables distinguish variables that production requires, those with a default, and those without', () => {
  expect(rowOf('SITE_URL')?.[2]).toBe('**required**');
  expect(rowOf('VITE_PAYMENT_LINK')?.[2]).toBe('**required**');
  expect(rowOf('PORT')?.[2]).toBe('`3001`');
  expect(rowOf('VITE_DEMO_VIDEO_URL')?.[2]).toBe('`/demo.webm`');
  expect(rowOf('DATABASE_URL')?.[2]).toBe('the bundled PostgreSQL');
  expect(rowOf('SANDBOX_PORT')?.[2]).toBe('`3002`');
  expect(rowOf('DEEPGRAM_API_KEY')?.[2]).toBe('none');
  expect(rowOf('JWT_SECRET_PREVIOUS')?.[2]).toBe('none');
});

test('text around the tables is kept, and text in their place is replaced', () => {
  const written = writeEnvironmentTables(PLACES);
  expect(written).toMatch(/\n<!-- end -->\nAnd more\.\n$/);
  expect(written).not.toContain('Old.');
});

test('text without a place for the tables is rejected', () => {
  expect(() => writeEnvironmentTables('# Nothing')).toThrow('There is no place for the app’s variables.');
});

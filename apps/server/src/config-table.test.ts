import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, VARIABLE_NAMES } from './config.ts';
import { code, readTable } from './testing/document-tables.ts';

const ROWS = readTable('operations.md', 'Environment').map(([variable = '', otherwise = '']) => ({
  variable,
  otherwise,
}));
const REQUIRED = '**required**';
const CODE = /^`(.+)`$/;

function missingInProduction(): string[] {
  try {
    readConfig({ NODE_ENV: 'production' });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...error.message.matchAll(/^Missing required environment variable (\w+)$/gm)].map(([, name = '']) => name);
  }
  return [];
}

describe('The table of variables in docs/operations.md', () => {
  test('names every variable that is read, and no other', () => {
    expect(ROWS.map(({ variable }) => variable).toSorted()).toEqual(VARIABLE_NAMES.map(code).toSorted());
  });

  test('marks those that production requires', () => {
    const marked = ROWS.filter(({ otherwise }) => otherwise === REQUIRED).map(({ variable }) => variable);
    expect(marked.toSorted()).toEqual(missingInProduction().map(code).toSorted());
  });

  test('gives the values that hold where nothing is set', () => {
    const values = ROWS.flatMap(({ variable, otherwise }) => {
      const [name, value] = [CODE.exec(variable)?.[1], CODE.exec(otherwise)?.[1]];
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
    expect(values.length).toBeGreaterThan(5);
    expect(readConfig(Object.fromEntries(values))).toEqual(readConfig({}));
  });
});

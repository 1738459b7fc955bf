// docs/settings.md names every setting, with the values and the default that the code has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '@workspace/desktop/app/settings/default-settings';
import { readSettings } from '@workspace/desktop/app/settings/settings-keeper';
import { type Settings, settingsSchema } from '@workspace/desktop/ipc/settings-document';
import { expect, test } from 'vitest';
import { ZodArray, ZodBoolean, ZodEnum, ZodNullable, ZodObject, ZodOptional, type ZodType } from 'zod';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', 'docs', 'settings.md'), 'utf8');

interface Row {
  name: string;
  values: string;
  default: string;
}

const ROWS = [...DOCUMENT.matchAll(/^\| `([^`]+)` +\| (.*?) +\| (.*?) +\| .*\|$/gm)].map(
  ([, name = '', values = '', otherwise = '']): Row => ({ name, values, default: otherwise }),
);

/** All settings; groups are replaced by their members. */
function settingsOf(schema: ZodType, name = ''): [name: string, schema: ZodType][] {
  const inner = schema instanceof ZodOptional ? (schema.unwrap() as ZodType) : schema;
  const list = name === 'appRules' && inner instanceof ZodArray ? (inner.element as ZodType) : undefined;
  const isGroup = inner instanceof ZodObject && ['', 'chords', 'cleanUp', 'appRules[]'].includes(name);
  if (list) return [[name, inner], ...settingsOf(list, `${name}[]`)];
  if (!isGroup) return [[name, inner]];
  const prefix = name === '' ? '' : `${name}.`;
  return Object.entries<ZodType>(inner.shape).flatMap(([field, value]) => settingsOf(value, `${prefix}${field}`));
}

/** The table's wording of a setting's values, if there are only a few. */
function valuesOf(schema: ZodType): string | undefined {
  if (schema instanceof ZodBoolean) return '`true`, `false`';
  if (schema instanceof ZodEnum) return schema.options.map((value) => `\`"${value}"\``).join(', ');
  if (!(schema instanceof ZodNullable)) return undefined;
  const values = valuesOf(schema.unwrap() as ZodType);
  return values && `\`null\`, ${values}`;
}

test('the table in docs/settings.md has exactly the settings of the code, in the same order', () => {
  expect(ROWS.map(({ name }) => name)).toEqual(settingsOf(settingsSchema).map(([name]) => name));
});

test('the table lists the values of settings that have only a few', () => {
  const schemas = new Map(settingsOf(settingsSchema));
  for (const { name, values } of ROWS) {
    const known = valuesOf(schemas.get(name)!);
    if (known && !/^as |a name as/.test(values)) expect([name, values]).toEqual([name, known]);
  }
});

test('the table’s defaults match the code', () => {
  const written = (platform: 'mac' | 'other', name: string) => {
    const value = name
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], defaultSettings(platform));
    return `\`${JSON.stringify(value)}\``;
  };
  for (const row of ROWS.filter(({ name }) => !name.includes('[]'))) {
    const [other, mac] = [written('other', row.name), written('mac', row.name)];
    expect([row.name, row.default]).toEqual([row.name, other === mac ? other : `${other}; Mac: ${mac}`]);
  }
});

test('the example in docs/settings.md is valid as it is', () => {
  const [, json = ''] = /```json\n(.*?)```/s.exec(DOCUMENT) ?? [];
  const defaults = defaultSettings('other');
  const example = JSON.parse(json) as Partial<Settings>;
  expect(readSettings(example, defaults)).toEqual({
    value: { ...defaults, ...example, chords: { ...defaults.chords, ...example.chords } },
    isIntact: true,
    unreadable: [],
  });
});

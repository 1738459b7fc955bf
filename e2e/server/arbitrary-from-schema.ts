import fc from 'fast-check';
import { z } from 'zod';

const MAX_TEXT_LENGTH = 2_000;
const MAX_ITEMS = 5;

/** Every kind of text that commonly breaks programs. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '😀'.repeat(30),
    '\u202e\ufeff',
    'İı',
    'ﷺ'.repeat(20),
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    "'; drop table users --",
    '$(id)',
  ),
  fc.constantFrom(
    'a\r\nSet-Cookie: b=c',
    'x'.repeat(400),
    'x'.repeat(5_000),
    '2026-13',
    '9999-12',
    '-0',
    '1e999',
    'null',
  ),
);

/** Any JSON, including keys that could pollute prototypes. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  oddText,
  fc.constantFrom(null, true, 0, -0, -1, 0.1, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}),
  fc.dictionary(fc.constantFrom('toString', 'length', 'then', 'toJSON', '$gt', ''), oddText),
  fc.integer({ min: 1, max: 500 }).map((depth) => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)),
);

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values that a schema accepts, or nearly: refinements are ignored. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  // Output schemas are also used as input.
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
}

function fromJsonSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { anyOf = [], oneOf = [] } = schema;
  const alternatives = [...anyOf, ...oneOf];
  if (alternatives.length > 0) return fc.oneof(...alternatives.map((alternative) => partOf(alternative)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(Array.isArray(schema.items) ? oddValue : partOf(schema.items), { maxLength: MAX_ITEMS });
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return oddValue;
  }
}

function partOf(schema: JsonSchema | boolean | undefined): fc.Arbitrary<unknown> {
  return typeof schema === 'object' ? fromJsonSchema(schema) : oddValue;
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  if (properties === undefined) return fc.dictionary(oddText, partOf(additionalProperties), { maxKeys: MAX_ITEMS });
  const parts: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, part] of Object.entries(properties)) parts[name] = partOf(part);
  return fc.record(parts, { requiredKeys: required });
}

function textOf({ minLength = 0, maxLength = MAX_TEXT_LENGTH, format, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.constantFrom('example.com', 'localhost.localdomain').chain(addressAt);
  if (format === 'date-time') return fc.date(DATES).map((date) => date.toISOString());
  // fast-check can't do lookaheads.
  if (pattern) return fc.stringMatching(new RegExp(pattern.replace(/\(\?[!=][^)]*\)/g, '')));
  return fc
    .tuple(oddText, fc.constantFrom(minLength, maxLength, maxLength + 1))
    .map(([text, length]) => (text.length < minLength ? text.padEnd(length, 'x') : text.slice(0, length)));
}

const DATES = { noInvalidDate: true, min: new Date('2024-01-01'), max: new Date('2100-01-01') };

function addressAt(domain: string): fc.Arbitrary<string> {
  return fc.stringMatching(/^ ?[A-Za-z0-9][A-Za-z0-9_'+-]{0,40}$/).map((name) => `${name}@${domain}`);
}

function numberOf({ minimum = -(2 ** 31), maximum = 2 ** 31 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }), fc.constantFrom(minimum, maximum));
}

/** A value with something removed, added or replaced at some depth. */
export function spoil(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return oddValue;
  const entries = Object.entries(value);
  const rebuild = (changed: [string, unknown][]) =>
    Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
  const put = fc
    .tuple(fc.constantFrom('id', 'userId', 'isAdmin', 'emailVerifiedAt', 'constructor', 'more'), oddValue)
    .map(([name, part]) => rebuild([...entries, [name, part]]));
  if (entries.length === 0) return put;
  const index = fc.nat({ max: entries.length - 1 });
  return fc.oneof(
    put,
    index.map((removed) => rebuild(entries.filter((_, position) => position !== removed))),
    index.chain((changed) =>
      fc
        .oneof(oddValue, spoil(entries[changed]?.[1]))
        .map((part) => rebuild(entries.map(([name, old], position) => [name, position === changed ? part : old]))),
    ),
    oddValue,
  );
}

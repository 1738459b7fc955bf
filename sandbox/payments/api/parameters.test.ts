import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { startTestPayments } from '../testing/test-payments.ts';
import {
  boolean,
  integer,
  metadata,
  page,
  parametersOf,
  parseForm,
  range,
  readParameters,
  text,
} from './parameters.ts';

const schema = parametersOf({
  ...page,
  created: range.optional(),
  active: boolean.optional(),
  amount: integer.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
});
const word = fc.stringMatching(/^[a-z]{1,8}$/);

test('parameters are decoded as they were encoded', () => {
  const parameters = fc.record(
    {
      limit: fc.integer({ min: 1, max: 100 }),
      amount: fc.integer({ min: -1e12, max: 1e12 }),
      active: fc.boolean(),
      name: fc.string({ minLength: 1, unit: 'grapheme' }),
      metadata: fc.dictionary(word, fc.string({ maxLength: 20 }), { maxKeys: 5, minKeys: 1, noNullPrototype: true }),
      expand: fc.array(word, { minLength: 1, maxLength: 30 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(parameters, (given) => {
      const form = Object.entries(given).flatMap(([key, value]): [string, string][] => {
        if (Array.isArray(value)) return value.map((one, index) => [`${key}[${index}]`, one]);
        if (typeof value === 'object') return Object.entries(value).map(([inner, one]) => [`${key}[${inner}]`, one]);
        return [[key, String(value)]];
      });
      expect(readParameters(schema, parseForm(new URLSearchParams(form).toString()))).toEqual(given);
    }),
  );
});

test('any form is either accepted or refused as an invalid request', () => {
  const piece = fc.oneof(
    word,
    fc.string(),
    fc.constantFrom('limit', 'metadata', 'created', '[', ']', '[]', '[0]', '__proto__', 'expand', '%', '&', '='),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        readParameters(schema, parseForm(pieces.join('')));
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({ status: 400, type: 'invalid_request_error' });
      }
    }),
  );
});

test('no request body causes a server error', async () => {
  const { call } = await startTestPayments();
  const paths = fc.constantFrom(
    'customers',
    'checkout/sessions',
    'refunds',
    'billing_portal/sessions',
    'subscriptions/sub_x',
  );
  const names = fc.constantFrom(
    'mode',
    'line_items[0][price]',
    'line_items',
    'metadata[a]',
    'metadata',
    'expand[]',
    'customer',
    'amount',
    'email',
  );
  const values = fc.oneof(
    fc.string(),
    fc.constantFrom('constructor', '__proto__', 'payment', 'subscription', 'price_sandbox_standard', '-1', 'true'),
  );
  await fc.assert(
    fc.asyncProperty(paths, fc.array(fc.tuple(names, values), { maxLength: 8 }), async (path, entries) => {
      const response = await call(path, { method: 'POST', body: new URLSearchParams(entries) });
      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});

import { register } from '@workspace/contract/auth';
import { declareCall } from '@workspace/contract/call';
import { reportUsage } from '@workspace/contract/usage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { parseInput } from './parse-input.ts';

const call = declareCall({
  method: 'POST',
  path: '/things/{id}',
  summary: 'For the tests.',
  access: 'anyone',
  params: z.object({ id: z.uuid() }),
  query: z.object({ page: z.coerce.number().int().min(1).max(9).optional() }),
  body: z.object({
    name: z.string().min(2).max(5),
    count: z.number().max(3).optional(),
    tags: z.array(z.string()).max(2).optional(),
    kind: z.enum(['one', 'other']).optional(),
    nested: z.object({ deep: z.boolean() }).optional(),
  }),
  answer: { kind: 'data', status: 200, data: z.object({}) },
  failures: [],
});

const ID = '7d2f3f0c-6c5e-4a4e-8f4e-3b8a7a3c9f10';

function messagesOf(raw: Partial<Parameters<typeof parseInput>[1]>): readonly string[] {
  try {
    parseInput(call, { params: { id: ID }, query: {}, body: { name: 'name' }, ...raw });
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.code).toBe('invalid-input');
    return error.messages;
  }
}

test('Input is parsed by its schemas, and unknown fields are left out', () => {
  const body = { name: 'name', isAdmin: true, nested: { deep: true, userId: 1 } };
  expect(parseInput(call, { params: { id: ID, more: 1 }, query: { page: '2' }, body })).toEqual({
    params: { id: ID },
    query: { page: 2 },
    body: { name: 'name', nested: { deep: true } },
  });
});

describe('The message names what is wrong', () => {
  test.each([
    [{ name: undefined }, ['name is missing.']],
    [{ name: 5 }, ['name must be of type string.']],
    [{ name: 'x' }, ['name must be at least 2 long.']],
    [{ name: 'xxxxxx' }, ['name must be at most 5 long.']],
    [{ name: 'name', count: 4 }, ['count must be at most 3.']],
    [{ name: 'name', count: '3' }, ['count must be of type number.']],
    [{ name: 'name', tags: ['a', 'b', 'c'] }, ['tags must be at most 2 long.']],
    [{ name: 'name', tags: ['a', 2] }, ['tags.1 must be of type string.']],
    [{ name: 'name', kind: 'third' }, ['kind is invalid.']],
    [{ name: 'name', nested: {} }, ['nested.deep is missing.']],
    [{ name: 1, count: 4 }, ['name must be of type string.', 'count must be at most 3.']],
    ['name', ['The request must be of type object.']],
    [[], ['The request must be of type object.']],
    [{ name: { length: { toString: 1 } } }, ['The request is invalid.']],
  ])('%j', (body, messages) => {
    expect(messagesOf({ body })).toEqual(messages);
  });

  test('A missing body is reported by its required fields', () => {
    for (const body of [undefined, null]) expect(messagesOf({ body })).toEqual(['name is missing.']);
  });

  test('Every part of the request is checked, with the schema’s own messages if it has any', () => {
    expect(messagesOf({ params: { id: 'x' }, query: { page: 'x' } })).toHaveLength(2);
    const body = { email: 'nobody', password: 'short' };
    expect(() => parseInput(register, { params: {}, query: {}, body })).toThrow(
      expect.objectContaining({
        messages: ['Invalid email address', 'Password must be at least 8 characters'],
      }),
    );
  });

  test('There are at most twenty messages', () => {
    const many = declareCall({ ...call, body: z.object({ list: z.array(z.string()) }) });
    const body = { list: Array.from({ length: 1_000 }, () => 1) };
    expect(() => parseInput(many, { params: { id: ID }, query: {}, body })).toThrow(
      expect.objectContaining({ messages: expect.objectContaining({ length: 20 }) }),
    );
  });
});

test('Any input is accepted or rejected as invalid, without repeating its values', () => {
  const canary = 'canary-5b1e';
  const marked = fc.string().map((text) => `${canary}${text}`);
  const value = fc.oneof(fc.jsonValue(), marked, fc.array(marked), fc.dictionary(fc.constant('deep'), marked));
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('name', 'count', 'tags', 'kind', 'nested'), value),
  );
  fc.assert(
    fc.property(body, fc.dictionary(fc.constant('page'), value), (given, query) => {
      const messages = messagesOf({ body: given, query });
      expect(messages.join(' ')).not.toContain(canary);
      for (const message of messages) expect(message).toMatch(/^.+\.$/);
    }),
  );
});

test('A report’s entries are passed on as they are, to be checked one by one later', () => {
  const entries = [{ id: 'none' }, 5, null];
  expect(parseInput(reportUsage, { params: {}, query: {}, body: { entries } })).toEqual({ body: { entries } });
});

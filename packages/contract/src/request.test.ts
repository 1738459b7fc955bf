import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endSession, getMe, login, logout } from './auth.ts';
import { failureBodySchema } from './call.ts';
import { verifyEmail } from './email.ts';
import { readAnswer, readErrors, requestOf } from './request.ts';
import { getMonthlyUsage } from './usage.ts';

describe('a request', () => {
  test('carries its body as JSON', () => {
    const body = { email: 'someone@example.com', password: 'a password' };
    expect(requestOf(login, { body })).toEqual({
      method: 'POST',
      path: '/auth/login',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  });

  test('says who calls, and has no body if none is needed', () => {
    expect(requestOf(getMe, {}, 'the-token')).toEqual({
      method: 'GET',
      path: '/auth/me',
      headers: { Authorization: 'Bearer the-token', 'Content-Type': 'application/json' },
    });
  });

  test('by cookies alone has no type if it has no body', () => {
    expect(requestOf(logout, {})).toEqual({ method: 'POST', path: '/auth/logout', headers: {} });
  });

  test('has its parameters in the path', () => {
    expect(requestOf(getMonthlyUsage, { params: { month: '2026-02' } }).path).toBe('/usage/2026-02');
  });

  test('escapes parameters and queries, so that none of them leaks into another part', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        const path = new URL(requestOf(endSession, { params: { id: text } }).path, 'http://server').pathname;
        // The two names that no encoding keeps from meaning a folder.
        fc.pre(!/^(\.|%2e){1,2}$/i.test(text));
        expect(decodeURIComponent(path.replace('/auth/sessions/', ''))).toBe(text);
        const { searchParams } = new URL(requestOf(verifyEmail, { query: { token: text } }).path, 'http://server');
        expect([...searchParams]).toEqual([['token', text]]);
      }),
    );
  });

  test('cannot be written without a parameter that its path names', () => {
    // @ts-expect-error: the types refuse it too
    expect(() => requestOf(endSession, { params: {} })).toThrow(TypeError);
  });
});

describe('an answer', () => {
  test('is its data, without what the contract does not name', () => {
    const answer = readAnswer(login, 200, { data: { token: 'a token', extra: 1 } });
    expect(answer).toEqual({ ok: true, status: 200, data: { token: 'a token' } });
  });

  test.each([[undefined], [{}], [{ data: {} }], [{ data: { token: 1 } }], [[]]])(
    'that says it succeeded but holds %j is none',
    (body) => {
      expect(() => readAnswer(login, 200, body)).toThrow();
    },
  );

  test('of a failure is what the user is to read', () => {
    expect(readAnswer(login, 401, { errors: ['Invalid email or password'] })).toEqual({
      ok: false,
      status: 401,
      errors: ['Invalid email or password'],
    });
  });

  test.each([[undefined], [null], ['<html>'], [{ errors: 'text' }], [{ errors: [] }]])(
    'of a failure that is not ours (%j) has no words',
    (body) => {
      expect(readAnswer(login, 502, body)).toEqual({ ok: false, status: 502, errors: [] });
    },
  );

  test('of a failure has the words that its schema finds', () => {
    const errors = fc.oneof(fc.array(fc.string()), fc.array(fc.oneof(fc.string(), fc.integer())), fc.anything());
    fc.assert(
      fc.property(fc.oneof(fc.record({ errors }), fc.anything()), (body) => {
        expect(readErrors(body)).toEqual(failureBodySchema.safeParse(body).data?.errors ?? []);
      }),
    );
  });
});

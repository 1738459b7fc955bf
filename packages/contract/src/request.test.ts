import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endSession, getMe, login, logout } from './auth.ts';
import { failureBodySchema } from './call.ts';
import { verifyEmail } from './email.ts';
import { readAnswer, readErrors, requestOf } from './request.ts';
import { getMonthlyUsage } from './usage.ts';

describe('a request', () => {
  test('has its body encoded as JSON', () => {
    const body = { email: 'someone@example.com', password: 'a password' };
    expect(requestOf(login, { body })).toEqual({
      method: 'POST',
      path: '/auth/login',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  });

  test('carries the access token, and has no body if none is given', () => {
    expect(requestOf(getMe, {}, 'the-token')).toEqual({
      method: 'GET',
      path: '/auth/me',
      headers: { Authorization: 'Bearer the-token', 'Content-Type': 'application/json' },
    });
  });

  test('authenticated by cookies alone has no content type if it has no body', () => {
    expect(requestOf(logout, {})).toEqual({ method: 'POST', path: '/auth/logout', headers: {} });
  });

  test('has its parameters substituted into the path', () => {
    expect(requestOf(getMonthlyUsage, { params: { month: '2026-02' } }).path).toBe('/usage/2026-02');
  });

  test('escapes path and query parameters, so that none leaks into another part of the URL', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        const path = new URL(requestOf(endSession, { params: { id: text } }).path, 'http://server').pathname;
        // URLs resolve the path segments `.` and `..` even if they are encoded.
        fc.pre(!/^(\.|%2e){1,2}$/i.test(text));
        expect(decodeURIComponent(path.replace('/auth/sessions/', ''))).toBe(text);
        const { searchParams } = new URL(requestOf(verifyEmail, { query: { token: text } }).path, 'http://server');
        expect([...searchParams]).toEqual([['token', text]]);
      }),
    );
  });

  test('cannot be built without a parameter of its path', () => {
    // @ts-expect-error: the types forbid it too
    expect(() => requestOf(endSession, { params: {} })).toThrow(TypeError);
  });
});

describe('a response', () => {
  test('yields its data, without fields that are not in the contract', () => {
    const answer = readAnswer(login, 200, { data: { token: 'a token', extra: 1 } });
    expect(answer).toEqual({ ok: true, status: 200, data: { token: 'a token' } });
  });

  test.each([[undefined], [{}], [{ data: {} }], [{ data: { token: 1 } }], [[]]])(
    'with a success status throws if its body is %j',
    (body) => {
      expect(() => readAnswer(login, 200, body)).toThrow();
    },
  );

  test('to a failed call yields the messages for the user', () => {
    expect(readAnswer(login, 401, { errors: ['Invalid email or password'] })).toEqual({
      ok: false,
      status: 401,
      errors: ['Invalid email or password'],
    });
  });

  test.each([[undefined], [null], ['<html>'], [{ errors: 'text' }], [{ errors: [] }]])(
    'to a failed call yields no messages if its body is not ours: %j',
    (body) => {
      expect(readAnswer(login, 502, body)).toEqual({ ok: false, status: 502, errors: [] });
    },
  );

  test('to a failed call yields the same messages as parsing with the schema', () => {
    const errors = fc.oneof(fc.array(fc.string()), fc.array(fc.oneof(fc.string(), fc.integer())), fc.anything());
    fc.assert(
      fc.property(fc.oneof(fc.record({ errors }), fc.anything()), (body) => {
        expect(readErrors(body)).toEqual(failureBodySchema.safeParse(body).data?.errors ?? []);
      }),
    );
  });
});

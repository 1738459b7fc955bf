import { describe, expect, test } from 'vitest';
import { type Call, failuresOf } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';
import { CALLS } from './calls.ts';
import { FAILURES } from './failures.ts';

const calls = Object.entries<Call>(CALLS);

test('Every failure code is used by a call, and has an error status and a message that is a sentence', () => {
  const used = new Set(calls.flatMap(([, call]) => failuresOf(call)));
  expect([...used].toSorted()).toEqual(Object.keys(FAILURES).toSorted());
  for (const { status, message } of Object.values(FAILURES)) {
    expect(status).toBeGreaterThanOrEqual(400);
    // This one must match the site's wording exactly.
    if (message !== 'Invalid email or password') expect(message).toMatch(/^[A-Z].*\.$/);
  }
});

test('An app’s token is accepted only by calls that report usage, read usage or profile, and list or end sessions', () => {
  const open = calls.filter(([, { takenFrom }]) => takenFrom?.includes('device')).map(([name]) => name);
  expect(open).toEqual([
    'getMe',
    'listSessions',
    'endSession',
    'reportUsage',
    'getUsage',
    'getMonthlyUsage',
    'getEntitlement',
  ]);
});

test('Every call has the address listed under its name', () => {
  expect(CALLS).toMatchObject(CALL_ADDRESSES);
});

describe.each(calls)('%s', (_name, call) => {
  test('declares the parameters that its path names', () => {
    const named = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(call.params?.shape ?? {})).toEqual(named);
  });

  test('declares its allowed session kinds if and only if it takes a token', () => {
    expect(call.takenFrom !== undefined).toBe(call.access === 'bearer');
  });

  test('takes neither a body nor cookies if it is a GET', () => {
    if (call.method !== 'GET') return;
    expect(call.body).toBeUndefined();
    expect(call.usesCookies).toBeUndefined();
  });
});

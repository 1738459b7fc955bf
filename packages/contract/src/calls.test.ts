import { describe, expect, test } from 'vitest';
import { type Call, failuresOf } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';
import { CALLS } from './calls.ts';
import { FAILURES } from './failures.ts';

const calls = Object.entries<Call>(CALLS);

test('Every code of a failure is used by a call, and has words that end as a sentence', () => {
  const used = new Set(calls.flatMap(([, call]) => failuresOf(call)));
  expect([...used].toSorted()).toEqual(Object.keys(FAILURES).toSorted());
  for (const { status, message } of Object.values(FAILURES)) {
    expect(status).toBeGreaterThanOrEqual(400);
    // One text is the site's own, to the letter.
    if (message !== 'Invalid email or password') expect(message).toMatch(/^[A-Z].*\.$/);
  }
});

test('A token of the app reports and reads; what pays, links, gives away or deletes is for browsers', () => {
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

  test('says whose tokens it takes, if it takes one', () => {
    expect(call.takenFrom !== undefined).toBe(call.access === 'bearer');
  });

  test('takes neither a body nor cookies if it is a GET', () => {
    if (call.method !== 'GET') return;
    expect(call.body).toBeUndefined();
    expect(call.usesCookies).toBeUndefined();
  });
});

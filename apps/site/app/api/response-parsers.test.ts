import type { CallData } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { parseResponse, type ResponseData, type SiteCall } from './response-parsers.ts';

const TIME = '2026-02-03T08:30:00.000Z';
const ID = '4d2c0f6e-6f0a-4b53-9d4c-1c2f5e0c8a11';
const DAILY = [{ date: '2026-02-03', totalSeconds: 61 }];
const TOKEN = { token: 'a token' };
const PAGE = { url: 'https://payments.example.com/page' };

/** Responses with all fields. */
const ANSWERS: { [Name in SiteCall]: CallData<(typeof CALLS)[Name]> } = {
  register: { message: 'Look into your mail.' },
  login: TOKEN,
  refresh: TOKEN,
  logout: { signedOut: true },
  finishGoogleSignIn: { action: 'authenticate', token: 'a token' },
  getMe: {
    id: ID,
    email: 'someone@example.com',
    createdAt: TIME,
    subscription: { priceId: 'price', source: 'license', currentPeriodEnd: null, cancelAtPeriodEnd: false },
  },
  generateSetupToken: TOKEN,
  linkGoogle: { linked: true },
  resetPassword: { reset: true },
  listSessions: [
    {
      id: ID,
      kind: 'device',
      name: 'A Mac',
      platform: 'macOS 15',
      appVersion: null,
      createdAt: TIME,
      lastUsedAt: TIME,
      isCurrent: false,
    },
  ],
  endSession: { id: ID },
  verifyEmail: { verified: true, email: 'someone@example.com' },
  resendVerification: { message: 'Look into your mail.' },
  getUsage: { daily: DAILY, monthly: [{ month: '2026-02', totalSeconds: 61 }] },
  getMonthlyUsage: { month: '2026-02', daily: DAILY },
  getEntitlement: { plan: 'beta', limitSeconds: 900, usedSeconds: 0, resetsAt: null },
  createCheckoutSession: PAGE,
  verifyCheckoutSession: { paymentStatus: 'paid', amountTotal: 1_999 },
  createPortalSession: PAGE,
  track: { recorded: true },
  getLatestRelease: {
    version: '0.5.5',
    sha256: 'a'.repeat(64),
    downloadUrl: 'https://api.example.com/download/0.5.5',
    size: 4_096,
    date: '2026-02-03',
    notes: 'New.',
    isDevelopment: true,
  },
  exportAccount: {
    exportedAt: TIME,
    user: {
      id: ID,
      email: 'someone@example.com',
      createdAt: TIME,
      subscription: null,
      emailVerifiedAt: null,
      hasPassword: true,
      customerId: null,
      newestUsageAt: null,
      usageTimezone: null,
    },
    registrations: [],
    identities: [],
    sessions: [],
    knownBrowsers: [],
    openLinks: [],
    subscriptions: [],
    purchases: [],
    grants: [],
    usage: [],
    usageByDay: [],
    usageByMonth: [],
    events: [],
  },
  deleteAccount: { deleted: true },
};
const NAMES = Object.keys(ANSWERS) as SiteCall[];

/** Fields that the site treats as optional; if any other field is missing, parsing throws. */
const SPARED: Partial<Record<SiteCall, string[]>> = {
  finishGoogleSignIn: ['action', 'token'],
  getMe: ['id', 'createdAt', 'subscription'],
  getMonthlyUsage: ['month'],
  verifyCheckoutSession: ['amountTotal'],
  getLatestRelease: ['size', 'date', 'notes', 'isDevelopment'],
};
/** Calls whose response data isn't used. */
const UNREAD: SiteCall[] = ['register', 'logout', 'verifyEmail', 'track'];
const READ = NAMES.filter((name) => !UNREAD.includes(name));

const read = (name: SiteCall, data: unknown) => parseResponse(name, { data });

describe.each(NAMES)('the response to %s', (name) => {
  test('that follows the contract is parsed unchanged', () => {
    const { answer } = CALLS[name];
    expect(answer.data.parse(ANSWERS[name])).toEqual(ANSWERS[name]);
    expect(read(name, ANSWERS[name])).toEqual(ANSWERS[name]);
  });
});

describe.each(READ)('a malformed response to %s', (name) => {
  test('throws if it is of the wrong type', () => {
    for (const body of [undefined, null, 'text', [], {}, { data: null }, { data: 'text' }, { data: [[]] }]) {
      expect(() => parseResponse(name, body)).toThrow(TypeError);
    }
  });

  test('throws if a field is invalid, or missing and not optional', () => {
    const [data] = [ANSWERS[name]].flat();
    const wrap = (changed: object) => (Array.isArray(ANSWERS[name]) ? [changed] : changed);
    const own = name === 'exportAccount' ? { exportedAt: TIME } : data;
    for (const field of Object.keys(own ?? {})) {
      const rest = Object.fromEntries(Object.entries(data ?? {}).filter(([other]) => other !== field));
      const reading = expect(() => read(name, wrap(rest)));
      if (SPARED[name]?.includes(field)) reading.not.toThrow();
      else reading.toThrow(TypeError);
      expect(() => read(name, wrap({ ...rest, [field]: Number.NaN })), field).toThrow(TypeError);
    }
  });
});

describe('usage', () => {
  const entry = fc.record({
    date: fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/), fc.anything()),
    totalSeconds: fc.oneof(fc.integer(), fc.double(), fc.anything()),
  });

  test('that the contract allows is parsed unchanged, and invalid days or totals throw', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 2 }), (daily) => {
        const allowed = CALLS.getUsage.answer.data.safeParse({ daily, monthly: [] });
        if (allowed.success) expect(read('getUsage', allowed.data)).toEqual(allowed.data);
        const isReadable = daily.every(
          ({ date, totalSeconds }) =>
            typeof date === 'string' &&
            /^\d{4}-\d{2}-\d{2}$/.test(date) &&
            !Number.isNaN(Date.parse(date)) &&
            Number.isSafeInteger(totalSeconds) &&
            Number(totalSeconds) >= 0,
        );
        const reading = expect(() => read('getUsage', { daily, monthly: [] }));
        if (isReadable) reading.not.toThrow();
        else reading.toThrow(TypeError);
      }),
    );
  });

  test.each(['2026-13', '2026-2', '2026-02-03', 'soon', ''])('rejects the month %j', (month) => {
    expect(() => read('getUsage', { daily: [], monthly: [{ month, totalSeconds: 1 }] })).toThrow(TypeError);
  });
});

test('Unknown fields are dropped', () => {
  expect(read('login', { token: 'a token', extra: 1 })).toEqual({ token: 'a token' });
  expect(read('getMe', { email: 'someone@example.com', subscription: null, extra: 1 })).toEqual({
    email: 'someone@example.com',
    subscription: null,
  });
});

test('An export keeps unknown fields', () => {
  const account = { exportedAt: TIME, another: [1, 2] };
  expect(read('exportAccount', account)).toEqual(account);
});

test('The contract’s response types are assignable to those of the site', () => {
  expectTypeOf<{ [Name in SiteCall]: CallData<(typeof CALLS)[Name]> }>().toExtend<{
    [Name in SiteCall]: ResponseData<Name>;
  }>();
});

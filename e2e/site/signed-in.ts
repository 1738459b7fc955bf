import type { Session, User } from '@workspace/contract/auth';
import { CALLS } from '@workspace/contract/calls';
import type { FakeApi } from './fake-api.ts';
import { SITE_VARIABLES } from './site-build.ts';
import type { VisitOptions } from './visits.ts';

const HOUR_SECONDS = 3_600;

export const BETA_TESTER: User = {
  id: '6f1c1f5e-6a0b-4c55-9a54-0a1e9d1b7c11',
  email: 'writer@example.com',
  createdAt: '2025-01-05T09:30:00.000Z',
  subscription: null,
};

export const STANDARD_USER: User = {
  ...BETA_TESTER,
  subscription: {
    priceId: SITE_VARIABLES.VITE_STANDARD_PRICE_ID,
    source: 'subscription',
    currentPeriodEnd: '2027-01-05T09:30:00.000Z',
    cancelAtPeriodEnd: false,
  },
};

export const USAGE = {
  daily: [
    { date: '2025-03-03', totalSeconds: 0 },
    { date: '2025-03-04', totalSeconds: 59 },
    { date: '2025-03-05', totalSeconds: 3_600 },
    { date: '2025-03-06', totalSeconds: 93_784 },
  ],
  monthly: [
    { month: '2025-02', totalSeconds: 7_325 },
    { month: '2025-03', totalSeconds: 97_443 },
  ],
};

export const SESSIONS: Session[] = [
  {
    id: '0d6b7c0a-64a5-4b3c-8a35-3f8f2a1f6a01',
    kind: 'browser',
    name: 'Chrome on Linux',
    platform: null,
    appVersion: null,
    createdAt: '2025-03-01T08:00:00.000Z',
    lastUsedAt: '2025-03-06T08:00:00.000Z',
    isCurrent: true,
  },
  {
    id: '0d6b7c0a-64a5-4b3c-8a35-3f8f2a1f6a02',
    kind: 'device',
    name: 'Studio Mac',
    platform: 'macOS',
    appVersion: '0.5.5',
    createdAt: '2025-03-02T08:00:00.000Z',
    lastUsedAt: '2025-03-05T08:00:00.000Z',
    isCurrent: false,
  },
];

/** Returns an access token for the site, which reads only its expiry. */
export function accessToken({ expiresInSeconds = HOUR_SECONDS, name = 'token' } = {}): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + expiresInSeconds;
  return [encode({ alg: 'HS256', typ: 'JWT' }), encode({ exp, jti: name }), 'c2lnbmF0dXJl'].join('.');
}

/** Returns what a signed-in user's browser has stored. */
export function storageOf(user: User = BETA_TESTER, token = accessToken()): Record<string, string> {
  return { 'auth-storage': JSON.stringify({ state: { user }, version: 0 }), jwtToken: token };
}

/** Answers the calls that the signed-in pages make when they open. */
export function answerForUser(api: FakeApi, user: User = BETA_TESTER): void {
  const isBeta = user.subscription === null;
  api.answer(CALLS.getMe, user);
  api.answer(CALLS.getUsage, USAGE);
  api.answer(CALLS.getEntitlement, {
    plan: isBeta ? 'beta' : 'standard',
    limitSeconds: isBeta ? 3_600 : null,
    usedSeconds: 600,
    resetsAt: null,
  });
  api.answer(CALLS.listSessions, SESSIONS);
  api.answer(CALLS.getLatestRelease, RELEASE);
  api.answer(CALLS.listReleases, [RELEASE]);
}

export const RELEASE = {
  version: '0.5.5',
  sha256: 'a'.repeat(64),
  downloadUrl: 'http://localhost:3001/download/0.5.5',
  size: 1_234_567,
  date: '2025-02-28',
  notes: 'The first one.',
};

/** Returns the options for a signed-in user's visit. */
export function asUser(user: User = BETA_TESTER, options: VisitOptions = {}): VisitOptions {
  return {
    ...options,
    storage: { ...storageOf(user), ...options.storage },
    script(api, trouble) {
      answerForUser(api, user);
      options.script?.(api, trouble);
    },
  };
}

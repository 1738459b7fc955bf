import type { CallName } from '@workspace/contract/call-addresses';
import {
  anything,
  count,
  date,
  flag,
  list,
  month,
  nullable,
  number,
  oneOf,
  optional,
  type Parse,
  record,
  text,
  time,
} from './value-parsers.ts';

const token = record({ token: text });
const hostedPage = record({ url: text });
const daily = list(record({ date, totalSeconds: count }));

/** Parsers of the response fields that the site needs; fewer than the contract promises. */
const RESPONSE_PARSERS = {
  register: anything,
  login: token,
  refresh: token,
  logout: anything,
  finishGoogleSignIn: record({
    action: optional(nullable(text)),
    token: optional(nullable(text)),
    url: optional(nullable(text)),
  }),
  linkGoogle: record({ linked: oneOf(true) }),
  getMe: record({
    id: optional(text),
    email: text,
    createdAt: optional(time),
    subscription: optional(
      nullable(
        record({
          priceId: optional(nullable(text)),
          source: optional(oneOf('subscription', 'license')),
          currentPeriodEnd: optional(nullable(time)),
          cancelAtPeriodEnd: optional(flag),
        }),
      ),
    ),
  }),
  generateSetupToken: token,
  resetPassword: record({ reset: oneOf(true) }),
  listSessions: list(
    record({
      id: text,
      kind: oneOf('browser', 'device'),
      name: text,
      platform: nullable(text),
      appVersion: nullable(text),
      createdAt: time,
      lastUsedAt: time,
      isCurrent: flag,
    }),
  ),
  endSession: record({ id: text }),
  // The status says it all; the address is optional.
  verifyEmail: anything,
  resendVerification: record({ message: text }),
  getUsage: record({ daily, monthly: list(record({ month, totalSeconds: count })) }),
  getMonthlyUsage: record({ month: optional(nullable(text)), daily }),
  getEntitlement: record({
    plan: oneOf('beta', 'standard'),
    limitSeconds: nullable(count),
    usedSeconds: count,
    resetsAt: nullable(time),
  }),
  createCheckoutSession: hostedPage,
  verifyCheckoutSession: record({ paymentStatus: text, amountTotal: optional(nullable(number)) }),
  createPortalSession: hostedPage,
  track: anything,
  getLatestRelease: record({
    version: text,
    sha256: text,
    downloadUrl: text,
    size: optional(count),
    date: optional(date),
    notes: optional(text),
    isDevelopment: optional(flag),
  }),
  // Keeps unknown fields, since the export is saved as is.
  exportAccount: (value) => ({ ...Object(value), ...record({ exportedAt: time })(value) }),
  deleteAccount: record({ deleted: oneOf(true) }),
} as const satisfies Partial<Record<CallName, Parse<unknown>>>;

/** A call that the site makes. */
export type SiteCall = keyof typeof RESPONSE_PARSERS;

/** Response data of a call, as far as the site needs it. */
export type ResponseData<Name extends SiteCall> = ReturnType<(typeof RESPONSE_PARSERS)[Name]>;

/** The signed-in user, as far as the site needs it. */
export type SiteUser = ResponseData<'getMe'>;

/** A release, as far as the site needs it. */
export type SiteRelease = ResponseData<'getLatestRelease'>;

/** Parses the body of a successful response. Throws a TypeError if required fields are missing or invalid. */
export function parseResponse<Name extends SiteCall>(name: Name, body: unknown): ResponseData<Name> {
  const readers: { [Each in SiteCall]: Parse<ResponseData<Each>> } = RESPONSE_PARSERS;
  const { data } = (body ?? {}) as { data?: unknown };
  return readers[name](data);
}

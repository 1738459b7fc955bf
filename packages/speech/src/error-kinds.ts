import { type ErrorOrigin, sttError } from './error-messages.ts';
import type { SttError, SttErrorKind } from './provider.ts';

/** Error codes and phrases of the providers. The first match wins, so the more specific come first. */
const SIGNS: readonly (readonly [SttErrorKind, RegExp])[] = [
  [
    'quota',
    /insufficient_quota|quota_exceeded|credit_balance|billing_hard_limit|billing_not_active|payment_required|exceeded your current quota/i,
  ],
  ['expired', /session_expired|session_time_limit_exceeded|maximum duration/i],
  [
    'permission',
    /missing scopes|missing_permissions|insufficient_permissions|permission_(denied|error)|unsupported_country|unaccepted_terms/i,
  ],
  [
    'auth',
    /invalid_api_key|(incorrect|invalid) api key|invalid_auth|auth_error|invalid credentials|authentication_error/i,
  ],
  ['rate-limit', /rate_limit|commit_throttled|queue_overflow|resource_exhausted|too_many_requests|too many requests/i],
  ['bad-config', /beta_api_shape_disabled|model_not_found|invalid_model|invalid_request$|DATA-0000/i],
  ['network', /NET-0001/],
  ['server', /server_error|internal_error|NET-0000/i],
];

/** Returns the kind of error that a provider's code, message or close reason indicates, if it is known. */
export function kindNamedIn(text: string): SttErrorKind | undefined {
  return SIGNS.find(([, sign]) => sign.test(text))?.[0];
}

/** An unexpected HTTP response. Header names are in lower case. */
export interface HttpRefusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns the error for an HTTP response: by its status, and by its body if the status is ambiguous. */
export function refusalError(refusal: HttpRefusal, origin: ErrorOrigin): SttError {
  return sttError(kindOfStatus(refusal.status, refusal.body), origin, {
    code: `http-${refusal.status}`,
    retryAfterMs: retryAfterMs(refusal.headers),
  });
}

/** Returns the kind of error for an HTTP status and body. */
export function kindOfStatus(status: number, body: string): SttErrorKind {
  // An HTML page comes from something between here and the provider, such as a proxy, so its text is irrelevant.
  const named = body.trimStart().startsWith('<') ? undefined : kindNamedIn(body);
  if (status === 401) return named === 'permission' || named === 'quota' ? named : 'auth';
  if (status === 402) return 'quota';
  if (status === 403) return named === 'auth' || named === 'quota' ? named : 'permission';
  if (status === 408 || status === 504) return 'timeout';
  // 498: Groq is at capacity.
  if (status === 429 || status === 498) return named === 'quota' ? 'quota' : 'rate-limit';
  if (status >= 500) return 'server';
  return named === 'quota' ? 'quota' : 'bad-config';
}

/** Returns `Retry-After` in milliseconds. It holds seconds, or a date, which is compared with the response's own. */
function retryAfterMs({ 'retry-after': retryAfter = '', date = '' }: Record<string, string>): number | undefined {
  const isSeconds = /^\d+$/.test(retryAfter);
  const ms = isSeconds ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.parse(date);
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

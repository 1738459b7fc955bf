import { type ErrorOrigin, sttError } from './error-messages.ts';
import type { SttError, SttErrorKind } from './provider.ts';

/** Codes and phrases of the providers. The first match counts, so the more specific come first. */
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

/** The kind of error that a provider's code, message or close reason names, if it is known. */
export function kindNamedIn(text: string): SttErrorKind | undefined {
  return SIGNS.find(([, sign]) => sign.test(text))?.[0];
}

/** An HTTP response that is not what was asked for. Header names are in lower case. */
export interface HttpRefusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The error that an HTTP response means: by its status, and by what the provider says if the status is ambiguous. */
export function refusalError(refusal: HttpRefusal, origin: ErrorOrigin): SttError {
  return sttError(kindOfStatus(refusal.status, refusal.body), origin, {
    code: `http-${refusal.status}`,
    retryAfterMs: retryAfterMs(refusal.headers),
  });
}

/** The kind of error that an HTTP status and its body describe. */
export function kindOfStatus(status: number, body: string): SttErrorKind {
  // A page of HTML comes from something between here and the provider, and its words are about something else.
  const named = body.trimStart().startsWith('<') ? undefined : kindNamedIn(body);
  if (status === 401) return named === 'permission' || named === 'quota' ? named : 'auth';
  if (status === 402) return 'quota';
  if (status === 403) return named === 'auth' || named === 'quota' ? named : 'permission';
  if (status === 408 || status === 504) return 'timeout';
  // 498: Groq has no room at the moment.
  if (status === 429 || status === 498) return named === 'quota' ? 'quota' : 'rate-limit';
  if (status >= 500) return 'server';
  return named === 'quota' ? 'quota' : 'bad-config';
}

/** `Retry-After` in milliseconds: seconds, or a date, which is compared with the response's own. */
function retryAfterMs({ 'retry-after': retryAfter = '', date = '' }: Record<string, string>): number | undefined {
  const isSeconds = /^\d+$/.test(retryAfter);
  const ms = isSeconds ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.parse(date);
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

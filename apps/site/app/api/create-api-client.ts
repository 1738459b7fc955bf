import type { CallInput } from '@workspace/contract/call';
import { CALL_ADDRESSES, type CallAddress } from '@workspace/contract/call-addresses';
import type { CALLS } from '@workspace/contract/calls';
import { type CallRequest, readErrors, requestOf } from '@workspace/contract/request';
import type { AccessTokens } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { InvalidAnswerError } from './invalid-answer-error.ts';
import { API_LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { parseResponse, type ResponseData, type SiteCall } from './response-parsers.ts';
import { isExpired } from './token-expiry.ts';
import type { RefreshOutcome } from './token-refresher.ts';

/** Dependencies of the client. */
interface ApiPorts {
  apiBaseUrl: string;
  fetch: typeof fetch;
  tokens: AccessTokens;
  refresh(staleToken: string): Promise<RefreshOutcome>;
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
}

interface CallOptions {
  /** Timeout in milliseconds. */
  limitMs?: number;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
}

interface RawAnswer {
  status: number;
  /** undefined if it wasn't JSON. */
  body: unknown;
}

/**
 * Makes the named API call.
 *
 * @throws ApiError if it fails or can't be made (`RefreshError` if the access token can't be refreshed),
 * InvalidAnswerError if the response lacks required fields
 */
export type ApiClient = <Name extends SiteCall>(
  name: Name,
  input: CallInput<(typeof CALLS)[Name]>,
  options?: CallOptions,
) => Promise<ResponseData<Name>>;

/** Creates a client that attaches the access token, refreshes it if needed, and retries once after a 401. */
export function createApiClient(ports: ApiPorts): ApiClient {
  return async (name, input, { limitMs = API_LIMITS.callMs, keepalive = false } = {}) => {
    const address: CallAddress = CALL_ADDRESSES[name];
    const token = await readTokenFor(address, ports);
    const send = (accessToken?: string) =>
      sendCall(ports, { ...requestOf(address, input, accessToken), keepalive }, limitMs);
    const first = await send(token);
    const isRefused = first.status === 401 && address.access === 'bearer';
    const renewed = isRefused && token !== undefined ? await replaceRefusedToken(ports, token) : undefined;
    return readData(name, renewed === undefined ? first : await send(renewed));
  };
}

/** Returns the token to send, if any. A call open to anyone is made without one if the refresh fails. */
async function readTokenFor({ access }: CallAddress, ports: ApiPorts): Promise<string | undefined> {
  if (access === 'cookies') return undefined;
  const token = readFreshToken(ports);
  return access === 'bearer' ? token : token.catch(() => undefined);
}

/** Returns the stored token, or a new one if it has expired; undefined for visitors. */
async function readFreshToken({ tokens, nowMs, refresh }: ApiPorts): Promise<string | undefined> {
  const stored = tokens.read();
  if (stored === null) return undefined;
  if (!isExpired(stored, nowMs())) return stored;
  const outcome = await refresh(stored);
  if (outcome.kind !== 'refreshed') throw outcome.error;
  return outcome.token;
}

/** Replaces an unexpired token that the server refused: the clock here is slow, or the session was ended elsewhere. */
async function replaceRefusedToken({ refresh }: ApiPorts, refused: string): Promise<string | undefined> {
  const outcome = await refresh(refused);
  return outcome.kind === 'refreshed' && outcome.token !== refused ? outcome.token : undefined;
}

async function sendCall(
  { apiBaseUrl, fetch }: ApiPorts,
  request: CallRequest & Pick<RequestInit, 'keepalive'>,
  limitMs: number,
): Promise<RawAnswer> {
  const { path, ...init } = request;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  try {
    const response = await fetch(`${apiBaseUrl}${path}`, {
      ...init,
      credentials: 'include',
      signal: controller.signal,
    });
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  } catch (error) {
    throw new ApiError(0, [], MESSAGES.unreachable, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readData<Name extends SiteCall>(name: Name, { status, body }: RawAnswer): ResponseData<Name> {
  if (status < 200 || status >= 300) {
    const errors = readErrors(body);
    throw new ApiError(status, errors, errors[0] ?? MESSAGES.fallback);
  }
  try {
    return parseResponse(name, body);
  } catch (error) {
    throw new InvalidAnswerError({ cause: error });
  }
}

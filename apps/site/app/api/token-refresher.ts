import { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import type { AccessTokens } from './access-token.ts';
import { RefreshError } from './api-error.ts';
import { API_LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { parseResponse } from './response-parsers.ts';
import { isExpired } from './token-expiry.ts';

export type RefreshOutcome =
  | { kind: 'refreshed'; token: string }
  /** The session is over; the token is cleared. */
  | { kind: 'rejected'; error: RefreshError }
  /** The state of the session is unknown; it may still be valid. */
  | { kind: 'try-later'; error: RefreshError };

/** Dependencies of a refresher. */
interface RefresherPorts {
  apiBaseUrl: string;
  fetch: typeof fetch;
  tokens: AccessTokens;
  /** Runs the work while no other tab does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  raiseUnauthorized(): void;
}

/** Refreshes access tokens; concurrent callers, in this tab and in others, share one request. */
export class TokenRefresher {
  readonly #ports: RefresherPorts;
  #shared: Promise<RefreshOutcome> | undefined;

  constructor(ports: RefresherPorts) {
    this.#ports = ports;
  }

  /** Replaces a token that has expired or was refused. Never throws; waits for `API_LIMITS.refreshWaitMs` at most. */
  async refresh(staleToken: string): Promise<RefreshOutcome> {
    this.#shared ??= this.#share(staleToken);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<RefreshOutcome>((resolve) => {
      timer = setTimeout(() => resolve(tryLater(0, MESSAGES.unreachable)), API_LIMITS.refreshWaitMs);
    });
    try {
      return await Promise.race([this.#shared, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #share(staleToken: string): Promise<RefreshOutcome> {
    try {
      const outcome = await this.#ports.exclusively(() => this.#replace(staleToken));
      if (outcome.kind !== 'refreshed') console.error(outcome.error.message);
      return outcome;
    } catch (error) {
      return tryLater(0, MESSAGES.unreachable, { cause: error });
    } finally {
      setTimeout(() => {
        this.#shared = undefined;
      }, API_LIMITS.refreshHeldMs);
    }
  }

  async #replace(staleToken: string): Promise<RefreshOutcome> {
    const { tokens, nowMs, raiseUnauthorized } = this.#ports;
    const before = tokens.read();
    const wasReplaced = before !== staleToken && before !== null && !isExpired(before, nowMs());
    if (wasReplaced || before === null) return this.#takeStored();
    const outcome = await this.#request();
    // The user signed out or in meanwhile: that takes precedence.
    if (tokens.read() !== before) return this.#takeStored();
    if (outcome.kind === 'refreshed') tokens.store(outcome.token);
    if (outcome.kind === 'rejected') {
      tokens.clear();
      raiseUnauthorized();
    }
    return outcome;
  }

  #takeStored(): RefreshOutcome {
    const token = this.#ports.tokens.read();
    if (token !== null) return { kind: 'refreshed', token };
    return { kind: 'rejected', error: new RefreshError(401, MESSAGES.sessionOver) };
  }

  async #request(): Promise<RefreshOutcome> {
    const response = await this.#send();
    const { status, statusText } = response;
    const body: unknown = await response.json().catch(() => undefined);
    if (status >= 400 && status < 500) {
      return { kind: 'rejected', error: new RefreshError(status, MESSAGES.refreshRejected(status)) };
    }
    if (!response.ok) return tryLater(status, MESSAGES.refreshFailed(status, statusText));
    try {
      const { token } = parseResponse('refresh', body);
      if (token !== '') return { kind: 'refreshed', token };
    } catch {
      // Reported below as a missing token.
    }
    return tryLater(status, MESSAGES.noTokenInRefresh);
  }

  /** Retries once immediately if the response is lost: for some seconds the server returns the same new token again. */
  async #send(): Promise<Response> {
    const { method, path } = CALL_ADDRESSES.refresh;
    const send = () => this.#ports.fetch(`${this.#ports.apiBaseUrl}${path}`, { method, credentials: 'include' });
    try {
      return await send();
    } catch {
      return await send();
    }
  }
}

function tryLater(status: number, message: string, options?: ErrorOptions): RefreshOutcome {
  return { kind: 'try-later', error: new RefreshError(status, message, options) };
}

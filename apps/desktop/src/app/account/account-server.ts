import type { Call, CallData, CallInput } from '@workspace/contract/call';
import { type CallAnswer, readAnswer, requestOf } from '@workspace/contract/request';
import { type Clock, withinLimit } from '@workspace/speech/clock';

/**
 * The part of the global `fetch` used here. An implementation uses the system's proxy and certificates where it can.
 */
export type Fetch = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'json'>>;

/** The server understood the call and refused it: retrying won't help. `message` is meant for the user. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
  }
}

/** No answer came, or not from our server: it may work later. `message` contains nothing from the request. */
export class UnavailableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnavailableError';
  }
}

export interface CallOptions {
  /** The access token, if the call needs one. */
  token?: string;
  /** Time limit from the request to the end of the answer. */
  limitMs: number;
}

const TOO_MANY_REQUESTS = 429;

/** Calls our server, each call with a time limit. */
export class AccountServer {
  readonly #apiUrl: string;
  readonly #clock: Clock;
  readonly #fetch: Fetch;

  constructor({ apiUrl, clock, fetch }: { apiUrl: string; clock: Clock; fetch: Fetch }) {
    this.#apiUrl = apiUrl;
    this.#clock = clock;
    this.#fetch = fetch;
  }

  /** Makes a call. Rejects with a `RefusedError` or an `UnavailableError`. */
  async call<C extends Call>(call: C, input: CallInput<C>, { token, limitMs }: CallOptions): Promise<CallData<C>> {
    const answer = await this.#answer(call, input, token, limitMs);
    if (answer.ok) return answer.data;
    const { status, errors } = answer;
    const [message] = errors;
    // Without an error message in our format, something else answered, such as a proxy.
    if (status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS && message !== undefined)
      throw new RefusedError(status, message);
    throw new UnavailableError(`The server answered with status ${status}.`);
  }

  async #answer<C extends Call>(
    call: C,
    input: CallInput<C>,
    token: string | undefined,
    limitMs: number,
  ): Promise<CallAnswer<C>> {
    const ending = new AbortController();
    try {
      const answer = await withinLimit(this.#clock, limitMs, this.#exchange(call, input, token, ending.signal));
      if (answer) return answer;
    } catch {
      throw new UnavailableError('Couldn’t reach the server, or couldn’t read its answer.');
    }
    ending.abort();
    throw new UnavailableError('The server didn’t answer in time.');
  }

  async #exchange<C extends Call>(
    call: C,
    input: CallInput<C>,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<CallAnswer<C>> {
    const { path, ...request } = requestOf(call, input, token);
    const response = await this.#fetch(`${this.#apiUrl}${path}`, { ...request, redirect: 'manual', signal });
    return readAnswer(call, response.status, await bodyOf(response));
  }
}

/** A failure may come without JSON; a success without it isn't one. */
async function bodyOf(response: Pick<Response, 'status' | 'json'>): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (response.status >= 200 && response.status < 300) throw error;
    return undefined;
  }
}

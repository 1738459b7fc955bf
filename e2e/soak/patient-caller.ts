import { setTimeout as delay } from 'node:timers/promises';
import type { Call, CallInput } from '@workspace/contract/call';
import type { CallAnswer } from '@workspace/contract/request';
import { type CallOptions, makeCall } from '@workspace/server/testing/test-server';
import type { Journal } from './journal.ts';
import type { ServerPair } from './server-pair.ts';

const RETRY_MS = 300;
/** Longer than any fault lasts. */
const PATIENCE_MS = 60_000;
const UNAVAILABLE = 503;

/** Something that the user's model doesn't allow. */
export class UnexpectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnexpectedError';
  }
}

export type PatientAnswer<C extends Call> = CallAnswer<C> & {
  /** How many earlier attempts may have taken effect without a response. */
  unheard: number;
  /** Time since the first attempt began. */
  tookMs: number;
};

interface Options extends CallOptions {
  /** Refusals that the model allows, besides being unavailable during faults. */
  mayRefuse?: readonly number[];
}

/** Calls servers like a site or app whose user retries. */
export class PatientCaller {
  readonly #servers: ServerPair;
  readonly #journal: Journal;
  /** Each user has their own address, as a proxy would report. */
  readonly #address: string;
  readonly #siteUrl: string;

  constructor(servers: ServerPair, journal: Journal, { address, siteUrl }: { address: string; siteUrl: string }) {
    this.#servers = servers;
    this.#journal = journal;
    this.#address = address;
    this.#siteUrl = siteUrl;
  }

  /**
   * Makes a call to the servers in turn, until one answers.
   *
   * @throws UnexpectedError if none does for long, or on a refusal that the model doesn't allow
   */
  async call<C extends Call>(
    call: C,
    input: CallInput<C>,
    { mayRefuse = [], ...options }: Options = {},
  ): Promise<PatientAnswer<C>> {
    const begun = Date.now();
    for (let unheard = 0; Date.now() - begun < PATIENCE_MS; await delay(RETRY_MS)) {
      const url = this.#servers.next();
      if (url === undefined) continue;
      const headers = { ...options.headers, 'X-Forwarded-For': this.#address };
      const answer = await makeCall(url, this.#siteUrl, call, input, { ...options, headers }).catch(broken);
      this.#judge(call.path, answer, mayRefuse);
      if (answer.ok || mayRefuse.includes(answer.status)) return { ...answer, unheard, tookMs: Date.now() - begun };
      unheard += 1;
    }
    throw new UnexpectedError(`${call.method} ${call.path} was not answered in ${PATIENCE_MS / 1_000} seconds`);
  }

  /** A single `fetch`, for callers that retry on their own. The address's host doesn't matter. */
  async fetch(address: string, request: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const { pathname, search } = new URL(address);
    const url = this.#servers.next();
    if (url === undefined) throw new TypeError('fetch failed');
    const headers = { ...request.headers, 'X-Forwarded-For': this.#address };
    try {
      const response = await fetch(`${url}${pathname}${search}`, { ...request, headers });
      // A session may have ended: the caller knows whether that is expected.
      if (response.status !== 401) this.#judge(pathname, { ok: response.ok, status: response.status }, []);
      return response;
    } catch (error) {
      // An aborted wait is not a lost connection.
      if (!request.signal?.aborted) this.#judge(pathname, broken(error), []);
      throw error;
    }
  }

  #judge(path: string, answer: { ok: boolean; status: number; errors?: string[] }, mayRefuse: readonly number[]): void {
    if (answer.ok || mayRefuse.includes(answer.status)) return;
    const { status, errors = [] } = answer;
    this.#journal.count('retries');
    const [wasAllowed, what] =
      status === BROKEN
        ? [this.#journal.explains(['servers'], Date.now()), 'broke']
        : [
            status === UNAVAILABLE && this.#journal.explains(['servers', 'database', 'payments'], Date.now()),
            `was answered with ${status} (${errors.join(' ')})`,
          ];
    if (!wasAllowed) throw new UnexpectedError(`${path} ${what}, which nothing explains`);
  }
}

/** A status that no server sends. */
const BROKEN = 0;

function broken(error: unknown): { ok: false; status: number; errors: string[] } {
  // A connection error of `fetch`, unlike a response that violates the contract.
  if (!(error instanceof TypeError)) throw error;
  return { ok: false, status: BROKEN, errors: [] };
}

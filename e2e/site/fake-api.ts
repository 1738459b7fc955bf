import type { Call, CallData } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import type { BrowserContext, Request, Route } from 'playwright-core';
import { vi } from 'vitest';
import { API_URL } from './addresses.ts';
import type { Trouble } from './trouble.ts';

/** A request as the site sent it. */
export interface SentRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  /** The JSON of the body, if there is one. */
  body: unknown;
}

/** What is answered: a body of JSON, or none at all. */
interface Reply {
  status: number;
  body?: unknown;
}

type Answering = (request: SentRequest) => Reply | 'lost' | Promise<Reply | 'lost'>;

/** The server as a test wants it: each call answers what the test says, and calls that it doesn't speak of are trouble. */
export class FakeApi {
  readonly #trouble: Trouble;
  readonly #answers = new Map<Call, Answering>();
  readonly #sent: { call: Call; request: SentRequest }[] = [];

  private constructor(trouble: Trouble) {
    this.#trouble = trouble;
    this.answer(CALLS.track, { recorded: true });
  }

  /** Takes the place of the server for all pages of a browser. */
  static async open(context: BrowserContext, trouble: Trouble): Promise<FakeApi> {
    const api = new FakeApi(trouble);
    await context.route(`${API_URL}/**`, (route, request) => api.#handle(route, request));
    return api;
  }

  /** Has a call succeed. */
  answer<C extends Call>(call: C, data: CallData<C>): void {
    this.answerRaw(call, { data });
  }

  /** Has a call succeed with whatever body. */
  answerRaw(call: Call, body: unknown): void {
    const status = call.answer.kind === 'data' ? call.answer.status : 200;
    this.#answers.set(call, () => ({ status, body }));
  }

  /** Has a call fail; without `errors` the body is not ours. */
  fail(call: Call, status: number, errors?: string[]): void {
    this.#trouble.expect(new RegExp(`status of ${status} `));
    this.#answers.set(call, () => ({ status, ...(errors === undefined ? {} : { body: { errors } }) }));
  }

  /** Has the connection break before the answer comes. */
  lose(call: Call): void {
    this.#trouble.expect(new RegExp(`${call.method} ${API_URL}${call.path}\\S* net::ERR_`));
    this.#trouble.expect(/Failed to load resource: net::ERR_/);
    this.#answers.set(call, () => 'lost');
  }

  /** Has a call wait from now on. Returns how to let it be answered as before. */
  hold(call: Call): () => void {
    const answering = this.#answers.get(call) ?? (() => ({ status: 500 }));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers.set(call, async (request) => {
      await promise;
      return answering(request);
    });
    return () => resolve();
  }

  /** Has a call answered by a function. */
  handle(call: Call, answering: Answering): void {
    this.#answers.set(call, answering);
  }

  /** What the site has sent to a call so far. */
  sent(call: Call): SentRequest[] {
    return this.#sent.filter((sent) => sent.call === call).map(({ request }) => request);
  }

  /** Waits until the site has sent a call so often. Returns the last of these requests. */
  async untilSent(call: Call, times = 1): Promise<SentRequest> {
    return vi.waitUntil(() => this.sent(call)[times - 1], { timeout: 60_000, interval: 50 });
  }

  async #handle(route: Route, request: Request): Promise<void> {
    const path = request.url().slice(API_URL.length);
    const call = findCall(request.method(), path);
    const answering = call && this.#answers.get(call);
    const sent = { method: request.method(), path, headers: await request.allHeaders(), body: readJson(request) };
    if (call !== undefined) this.#sent.push({ call, request: sent });
    if (answering === undefined) {
      this.#trouble.report(`The test does not speak of this call: ${request.method()} ${path}`);
      return route.abort();
    }
    const reply = await answering(sent);
    // Whoever asked may be gone by now.
    if (reply === 'lost') return route.abort('connectionreset').catch(() => {});
    const { status, body } = reply;
    await route
      .fulfill({ status, contentType: 'application/json', body: body === undefined ? '' : JSON.stringify(body) })
      .catch(() => {});
  }
}

function findCall(method: string, path: string): Call | undefined {
  const [pathname = ''] = path.split('?');
  const calls: Call[] = Object.values(CALLS);
  const fitting = calls.filter((call) => {
    const pattern = call.path.replace(/\{\w+\}/g, '[^/]+');
    return call.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
  return fitting.find((call) => call.path === pathname) ?? fitting[0];
}

function readJson(request: Request): unknown {
  const text = request.postData();
  return text === null ? undefined : JSON.parse(text);
}

import type { z } from 'zod';
import type { Call, CallData, CallInput } from './call.ts';
import type { CallAddress } from './call-addresses.ts';

/** A request for `fetch`, relative to the server's URL. */
export interface CallRequest {
  method: string;
  /** Path and query string, starting with a slash. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface InputParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Builds the request of a call. The content type is JSON, unless the call is authenticated by cookies alone and has no
 * body. Throws a TypeError if a path parameter is missing.
 */
export function requestOf<C extends CallAddress>(call: C, input: CallInput<C>, accessToken?: string): CallRequest {
  const { params = {}, query = {}, body }: InputParts = input as InputParts;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`The path ${call.path} needs ${name}.`);
    return encodeURIComponent(String(params[name]));
  });
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return {
    method: call.method,
    path: search.length === 0 ? path : `${path}?${search.join('&')}`,
    headers: {
      ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
      ...(call.access === 'cookies' && body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** A response that conforms to the contract. */
export type CallAnswer<C extends Call> =
  | { ok: true; status: number; data: CallData<C> }
  /** `errors` are messages for the user; empty if the body contains none, such as a proxy's. */
  | { ok: false; status: number; errors: string[] };

/**
 * Parses the response to a call that returns data.
 *
 * @param body the parsed JSON body; undefined if it wasn't JSON
 * @throws a ZodError if a success response doesn't match the schema
 */
export function readAnswer<C extends Call>(call: C, status: number, body: unknown): CallAnswer<C> {
  if (status >= 200 && status < 300) {
    const { data } = (body ?? {}) as { data?: unknown };
    const schema: z.ZodType | undefined = call.answer.kind === 'data' ? call.answer.data : undefined;
    return { ok: true, status, data: schema?.parse(data) as CallData<C> };
  }
  return { ok: false, status, errors: readErrors(body) };
}

/** Returns a failure's messages for the user, like `failureBodySchema` but without Zod. Empty if there are none. */
export function readErrors(body: unknown): string[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  return Array.isArray(errors) && errors.every((text) => typeof text === 'string') ? errors : [];
}

import type { z } from 'zod';
import type { Call, CallData, CallInput } from './call.ts';
import type { CallAddress } from './call-addresses.ts';

/** A request as `fetch` takes it, below the address of the server. */
export interface CallRequest {
  method: string;
  /** Path and query, beginning with a slash. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface InputParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Writes the request of a call, whose type is JSON but where it goes by cookies alone and has no body. Throws a TypeError if a parameter of the path is missing. */
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

/** What came back, if it is what the contract says. */
export type CallAnswer<C extends Call> =
  | { ok: true; status: number; data: CallData<C> }
  /** `errors` are for the user to read; empty if the body holds none, as from a proxy. */
  | { ok: false; status: number; errors: string[] };

/**
 * Reads the answer of a call that answers with data.
 *
 * @param body the JSON that came; undefined if it was none
 * @throws a ZodError if a success does not hold what it must
 */
export function readAnswer<C extends Call>(call: C, status: number, body: unknown): CallAnswer<C> {
  if (status >= 200 && status < 300) {
    const { data } = (body ?? {}) as { data?: unknown };
    const schema: z.ZodType | undefined = call.answer.kind === 'data' ? call.answer.data : undefined;
    return { ok: true, status, data: schema?.parse(data) as CallData<C> };
  }
  return { ok: false, status, errors: readErrors(body) };
}

/** The failure's message for the user, as in `failureBodySchema`, but read without schemas. Empty if the body holds none. */
export function readErrors(body: unknown): string[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  return Array.isArray(errors) && errors.every((text) => typeof text === 'string') ? errors : [];
}

import { z } from 'zod';
import type { CallAddress } from './call-addresses.ts';
import type { FailureCode } from './failures.ts';

/** A call's response if it succeeds. */
export type Answer =
  /** JSON, in the envelope `{ "data": … }`. `isStreamed`: may be large, so it is sent while it is being read. */
  | { kind: 'data'; status: 200 | 202; data: z.ZodType; isStreamed?: true }
  /** A redirect to another URL. */
  | { kind: 'redirect' }
  /** Anything other than JSON in an envelope. */
  | { kind: 'content'; contentType: string };

/** What can be signed in: a browser, or the app on a Mac. */
export type SessionKind = 'browser' | 'device';

/** Any kind of session. */
export const ANY_SESSION: readonly SessionKind[] = ['browser', 'device'];
/** For what an app's token, stored on disk for weeks, may not do: pay, add devices, export or delete the account. */
export const BROWSER_ONLY: readonly SessionKind[] = ['browser'];

/** An API call. The server's route, the OpenAPI description and the clients are all derived from this. */
export interface Call extends CallAddress {
  summary: string;
  /** For calls that take a token: the kinds of session it may belong to. */
  takenFrom?: readonly SessionKind[];
  /** Whether it reads or sets cookies. If so, the `Origin` header must be the site's. */
  usesCookies?: boolean;
  params?: z.ZodObject;
  query?: z.ZodType;
  /** JSON, unless `rawBody` is set to receive the bytes unparsed. With neither, a body is ignored. */
  body?: z.ZodType;
  rawBody?: boolean;
  /** Set if the limit is lower than that of other calls. */
  maxBodyBytes?: number;
  answer: Answer;
  /** In addition to those common to its kind of call (`generalFailures`). */
  failures: readonly FailureCode[];
}

type Part<
  C extends CallAddress,
  Name extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = C extends {
  [name in Name]: infer Schema extends z.ZodType;
}
  ? { [name in Name]: Side extends 'input' ? z.input<Schema> : z.output<Schema> }
  : unknown;

/** The input that a client passes. */
export type CallInput<C extends CallAddress> = Part<C, 'params', 'input'> &
  Part<C, 'query', 'input'> &
  Part<C, 'body', 'input'>;

/** The input that the server receives, as parsed by the schemas. */
export type ParsedInput<C extends Call> = Part<C, 'params', 'output'> &
  Part<C, 'query', 'output'> &
  Part<C, 'body', 'output'>;

/** The contents of `data`, as a client receives them. */
export type CallData<C extends Call> = C['answer'] extends { data: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** Declares a call, preserving its literal types. */
export function declareCall<const C extends Call>(call: C): C {
  return call;
}

/** Returns the failures that follow from the kind of call alone. */
export function generalFailures(call: Call): FailureCode[] {
  const takesInput = call.params !== undefined || call.query !== undefined || call.body !== undefined;
  return [
    ...(takesInput ? (['invalid-input'] as const) : []),
    ...(call.body !== undefined || call.rawBody
      ? (['malformed-body', 'body-too-large', 'unsupported-media-type'] as const)
      : []),
    ...(call.access === 'bearer' ? (['not-signed-in', 'session-ended'] as const) : []),
    ...(call.takenFrom !== undefined && !call.takenFrom.includes('device') ? (['browser-only'] as const) : []),
    ...(call.usesCookies ? (['foreign-origin'] as const) : []),
    'too-many-requests',
    'internal',
    'unavailable',
  ];
}

/** Returns every failure that a call can respond with. */
export function failuresOf(call: Call): FailureCode[] {
  return [...new Set([...call.failures, ...generalFailures(call)])];
}

/** The body of every failure response; the first entry is the message for the user. */
export const failureBodySchema = z.object({ errors: z.array(z.string()).min(1) });

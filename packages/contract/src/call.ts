import { z } from 'zod';
import type { CallAddress } from './call-addresses.ts';
import type { FailureCode } from './failures.ts';

/** What a call answers if it succeeds. */
export type Answer =
  /** JSON, in the envelope `{ "data": … }`. `isStreamed`: it may be large, and is sent while it is read. */
  | { kind: 'data'; status: 200 | 202; data: z.ZodType; isStreamed?: true }
  /** Another address to go to. */
  | { kind: 'redirect' }
  /** Something else than JSON in an envelope. */
  | { kind: 'content'; contentType: string };

/** What can be signed in: a browser, or the app on a Mac. */
export type SessionKind = 'browser' | 'device';

/** Anyone who is signed in. */
export const ANY_SESSION: readonly SessionKind[] = ['browser', 'device'];
/** What an app's token, stored on a disk for weeks, may not do: pay, add devices, export or delete the account. */
export const BROWSER_ONLY: readonly SessionKind[] = ['browser'];

/** One call of the server: its routes, its description and its clients all come from this. */
export interface Call extends CallAddress {
  summary: string;
  /** Where it takes a token: of which kinds of session. */
  takenFrom?: readonly SessionKind[];
  /** Whether it reads or sets cookies: then the browser's `Origin` must be the site's. */
  usesCookies?: boolean;
  params?: z.ZodObject;
  query?: z.ZodType;
  /** JSON, unless `rawBody` says that the bytes are taken as they come. Without it a body is ignored. */
  body?: z.ZodType;
  rawBody?: boolean;
  /** Where it takes less than other calls do. */
  maxBodyBytes?: number;
  answer: Answer;
  /** Besides those that every call of its kind can give (`generalFailures`). */
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

/** What a client gives. */
export type CallInput<C extends CallAddress> = Part<C, 'params', 'input'> &
  Part<C, 'query', 'input'> &
  Part<C, 'body', 'input'>;

/** What the server gets, after the schemas. */
export type ParsedInput<C extends Call> = Part<C, 'params', 'output'> &
  Part<C, 'query', 'output'> &
  Part<C, 'body', 'output'>;

/** The contents of `data`, as a client gets them. */
export type CallData<C extends Call> = C['answer'] extends { data: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** Declares a call, with its exact types kept. */
export function declareCall<const C extends Call>(call: C): C {
  return call;
}

/** Failures that follow from the kind of call alone. */
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

/** Every failure that a call can answer with. */
export function failuresOf(call: Call): FailureCode[] {
  return [...new Set([...call.failures, ...generalFailures(call)])];
}

/** What every call answers if it fails; the first entry is for the user to read. */
export const failureBodySchema = z.object({ errors: z.array(z.string()).min(1) });

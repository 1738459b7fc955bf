import type { Call, CallData, ParsedInput } from '@workspace/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication, Caller } from '../auth/authenticate.ts';
import { Failure } from '../failure.ts';
import { parseInput } from './parse-input.ts';

/** The caller, for calls that require one. */
export type CallerOf<C extends Call> = C['access'] extends 'bearer' ? Caller : undefined;

export interface CallContext<C extends Call> {
  input: ParsedInput<C>;
  caller: CallerOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Resolves with the answer's data; for calls that answer with something else, or stream it, with the reply that was
 * sent.
 */
export type CallHandler<C extends Call> = (
  context: CallContext<C>,
) => Promise<
  C['answer'] extends { isStreamed: true }
    ? FastifyReply
    : C['answer'] extends { kind: 'data' }
      ? CallData<C>
      : FastifyReply
>;

export type ServeCall = <C extends Call>(call: C, handle: CallHandler<C>) => void;

export interface ServeCallOptions {
  authentication: Pick<Authentication, 'authenticate'>;
  /** The only origin whose pages may make calls that use cookies. */
  siteUrl: string;
}

/** Creates the function with which features serve calls as the contract declares them. */
export function createServeCall(app: FastifyInstance, { authentication, siteUrl }: ServeCallOptions): ServeCall {
  return function serveCall<C extends Call>(call: C, handle: CallHandler<C>): void {
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
      async handler(request, reply) {
        if (call.usesCookies) checkOrigin(request, siteUrl);
        const caller =
          call.access === 'bearer' ? await authentication.authenticate(request.headers.authorization) : undefined;
        if (caller !== undefined && !call.takenFrom?.includes(caller.sessionKind)) throw new Failure('browser-only');
        const input = parseInput(call, { params: request.params, query: request.query, body: request.body });
        const result = await handle({ input, caller: caller as CallerOf<C>, request, reply });
        if (call.answer.kind !== 'data' || call.answer.isStreamed) return result;
        // Only what the contract names is sent.
        return reply.status(call.answer.status).send({ data: call.answer.data.parse(result) });
      },
    });
  };
}

/**
 * Refuses requests of other origins. Browsers name the origin of every request that could be forged; a client that
 * names none isn't a browser.
 */
function checkOrigin({ headers }: FastifyRequest, siteUrl: string): void {
  const { origin } = headers;
  const isForeign = origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : origin !== originOf(siteUrl);
  if (isForeign) throw new Failure('foreign-origin');
}

/** Returns the origin of a URL, as browsers write it. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FAILURES } from '@workspace/contract/failures';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isOwnerGone, isTextUnstorable } from '../database/database-errors.ts';
import { Failure } from '../failure.ts';

const RETRY_AFTER_SECONDS = 2;

/** Fastify's own refusals, translated into ours. */
const BY_FASTIFY_CODE: Record<string, Failure['code']> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-body',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'unsupported-media-type',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  FST_STATIC_FORBIDDEN_PATH: 'not-found',
};

/** Refusals that can occur when a file is sent. */
const BY_FILE_STATUS: Record<number, Failure['code']> = {
  404: 'not-found',
  412: 'precondition-failed',
  416: 'range-not-satisfiable',
};

/**
 * The only place where thrown errors become answers. Those that aren't the caller's fault are logged, and answered
 * without detail.
 */
export function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => send(reply, new Failure('not-found')));
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    // Being busy is no fault, and in a flood of sign-ins, logging each refusal would be most of the work.
    if (failure.status >= 500 && failure.code !== 'busy') {
      request.log.error({ err: failure.cause ?? error }, 'call failed');
    }
    return send(reply, failure);
  });
}

/** Fastify's option `frameworkErrors`: URLs that it refuses before it looks for a route. */
export function answerFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  send(reply, toFailure(error));
}

/**
 * Fastify's option `clientErrorHandler`: requests that aren't HTTP, or too slow. There is no request object, only the
 * connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLarge ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const { message } = FAILURES[isTooLarge ? 'body-too-large' : 'malformed-body'];
  const body = JSON.stringify({ errors: [message] });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return new Failure('internal', { cause: error });
  const { code, statusCode, expose } = error as Partial<FastifyError> & { expose?: boolean };
  const known = BY_FASTIFY_CODE[code ?? ''];
  if (known !== undefined) return new Failure(known);
  const refused = expose === true ? BY_FILE_STATUS[statusCode ?? 0] : undefined;
  if (refused !== undefined) return new Failure(refused);
  // Fastify's error for a body that can't be parsed, or that would reach for the prototype.
  if (error instanceof SyntaxError && statusCode === 400) return new Failure('malformed-body');
  if (isTextUnstorable(error)) return new Failure('invalid-input', { cause: error });
  // The account was deleted while the call was under way.
  if (isOwnerGone(error)) return new Failure('session-ended', { cause: error });
  if (isDatabaseUnavailable(error)) {
    return new Failure('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return new Failure('internal', { cause: error });
}

function send(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds);
  return reply.status(failure.status).type('application/json; charset=utf-8').send({ errors: failure.messages });
}

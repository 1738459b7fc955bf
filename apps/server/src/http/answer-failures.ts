import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isAccountGone, isDatabaseUnavailable } from '../database/database.ts';
import { Failure } from '../failure.ts';

const RETRY_AFTER_SECONDS = 2;

/** Fastify's own refusals, as ours. */
const BY_FASTIFY_CODE: Record<string, Failure['code']> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-body',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

/** The one place where what was thrown becomes an answer. What isn't the caller's doing is logged, and told without detail. */
export function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => send(reply, new Failure('not-found')));
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    if (failure.status >= 500) request.log.error({ err: failure.cause ?? error }, 'call failed');
    return send(reply, failure);
  });
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = BY_FASTIFY_CODE[code ?? ''];
  if (known !== undefined) return new Failure(known);
  if (statusCode === 416) return new Failure('range-not-satisfiable');
  // Its own name for a body that can't be parsed, or that would reach for the prototype.
  if (error instanceof SyntaxError && statusCode === 400) return new Failure('malformed-body');
  // The account was deleted while the call was under way.
  if (isAccountGone(error)) return new Failure('session-ended', { cause: error });
  if (isDatabaseUnavailable(error)) {
    return new Failure('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return new Failure('internal', { cause: error });
}

function send(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds);
  return reply.status(failure.status).type('application/json; charset=utf-8').send({ errors: failure.messages });
}

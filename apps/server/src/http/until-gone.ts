import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts once nobody is waiting for the answer. (The request's own aborts once its body has been
 * read.)
 */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

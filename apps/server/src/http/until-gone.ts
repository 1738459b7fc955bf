import type { FastifyReply } from 'fastify';

/** Says when nobody waits for the answer any more. (The request's own signal says so once its body was read.) */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

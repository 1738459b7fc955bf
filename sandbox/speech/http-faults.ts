import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { reset } from './connection.ts';
import { type Action, delayMs, find } from './fault-rules.ts';

/** The state of a request after fault injection: an `open` one is still to be answered. */
export type HttpFate = 'open' | 'answered' | 'dropped' | 'left waiting';

/** Injects faults into an HTTP request; resolves after their delays. */
export async function injectHttpFaults(
  reply: FastifyReply,
  actions: readonly Action[],
  clock: Clock,
): Promise<HttpFate> {
  if (find(actions, 'drop') !== undefined) {
    reply.hijack();
    reset(reply.raw.socket!);
    return 'dropped';
  }
  const silence = find(actions, 'stall') ?? find(actions, 'mute');
  if (silence !== undefined && silence.ms === undefined) {
    reply.hijack();
    return 'left waiting';
  }
  await wait(clock, delayMs(actions) + (silence?.ms ?? 0));

  const refusal = find(actions, 'refuse');
  const failure = find(actions, 'error');
  if (refusal !== undefined) {
    await reply
      .status(refusal.status)
      .headers(refusal.headers)
      .send(refusal.body ?? '');
  } else if (failure !== undefined) {
    await reply.status(500).send({ error: failure.error });
  } else if (find(actions, 'garbage') !== undefined) {
    await reply.type('application/json').send('{"text": 7, "broken');
  } else {
    return 'open';
  }
  return 'answered';
}

/** Resolves after `ms` milliseconds, or immediately if that isn't positive. */
export async function wait(clock: Clock, ms: number): Promise<void> {
  if (ms > 0) await new Promise<void>((resolve) => void clock.schedule(ms, resolve));
}

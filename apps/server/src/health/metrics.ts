import { URL_SCHEME } from '@workspace/contract/brand';
import { isNull, min, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { paymentEvents } from '../database/schema.ts';
import type { Services } from '../services.ts';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures of the process, of every call by route and status, and of work that waits. */
export function createMetrics(app: FastifyInstance, { database, clock }: Services): Registry {
  const registry = new Registry();
  const prefix = `${URL_SCHEME}_`;
  collectDefaultMetrics({ register: registry, prefix });
  const durations = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'How long calls took.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // By route, not by address: addresses hold what was asked for, and are without number.
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  new Gauge({
    name: `${prefix}oldest_payment_event_seconds`,
    help: 'Age of the oldest event of the payment provider that has not taken effect.',
    registers: [registry],
    async collect() {
      const [row] = await database
        .select({ oldest: min(paymentEvents.receivedAt) })
        .from(paymentEvents)
        .where(isNull(paymentEvents.processedAt));
      this.set(row?.oldest ? (clock.now().getTime() - row.oldest.getTime()) / 1_000 : 0);
    },
  });
  new Gauge({
    name: `${prefix}jobs`,
    help: 'Jobs by queue and state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const { rows } = await database.execute<{ name: string; state: string; count: number }>(
        sql`select name, state::text, count(*)::int as count from jobs.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
      );
      this.reset();
      for (const { name, state, count } of rows) this.set({ queue: name, state }, count);
    },
  });
  return registry;
}

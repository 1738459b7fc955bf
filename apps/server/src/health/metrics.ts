import { URL_SCHEME } from '@workspace/contract/brand';
import { isNull, min, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { paymentEvents } from '../database/schema.ts';
import type { Services } from '../services.ts';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long the database's figures are cached. */
const CACHED_MS = 10_000;

/** Creates metrics of the process, of every call by route and status, and of waiting work. */
export function createMetrics(app: FastifyInstance, { database, pool, passwords, clock }: Services): Registry {
  const registry = new Registry();
  const waiting = cachedWaitingWork({ database, clock });
  const prefix = `${URL_SCHEME}_`;
  collectDefaultMetrics({ register: registry, prefix });
  const durations = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'How long calls took.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // By route, not by URL: URLs contain what was asked for, and are unbounded in number.
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  new Gauge({
    name: `${prefix}oldest_payment_event_seconds`,
    help: 'Age of the oldest event of the payment provider that has not taken effect.',
    registers: [registry],
    async collect() {
      const { oldest } = await waiting();
      this.set(oldest ? (clock.now().getTime() - oldest.getTime()) / 1_000 : 0);
    },
  });
  new Gauge({
    name: `${prefix}jobs`,
    help: 'Jobs by queue and state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const { jobs } = await waiting();
      this.reset();
      for (const { name, state, count } of jobs) this.set({ queue: name, state }, count);
    },
  });
  new Gauge({
    name: `${prefix}database_connections`,
    help: 'Connections to the database by state; waiting: calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: `${prefix}password_hashes`,
    help: 'Calls that hash a password: under way, and waiting for their turn.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(passwords.load)) this.set({ state }, count);
    },
  });
  return registry;
}

interface WaitingWork {
  oldest: Date | null;
  jobs: { name: string; state: string; count: number }[];
}

/** Reads the work that is waiting in the database, cached so that frequent scrapes don't query it each time. */
function cachedWaitingWork({ database, clock }: Pick<Services, 'database' | 'clock'>): () => Promise<WaitingWork> {
  let cached: { readAt: number; work: Promise<WaitingWork> } | undefined;
  const read = async (): Promise<WaitingWork> => {
    const [row] = await database
      .select({ oldest: min(paymentEvents.receivedAt) })
      .from(paymentEvents)
      .where(isNull(paymentEvents.processedAt));
    const { rows } = await database.execute<WaitingWork['jobs'][number]>(
      sql`select name, state::text, count(*)::int as count from jobs.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
    );
    return { oldest: row?.oldest ?? null, jobs: rows };
  };
  return () => {
    const now = clock.now().getTime();
    if (cached === undefined || now - cached.readAt >= CACHED_MS) {
      const work = read();
      cached = { readAt: now, work };
      // A failure isn't cached.
      work.catch(() => {
        cached = undefined;
      });
    }
    return cached.work;
  };
}

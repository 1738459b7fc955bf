import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, type Job, PgBoss } from 'pg-boss';
import { type Connection, connectionOptions, type DatabaseLocation } from '../database/database.ts';
import { type JobPayloads, QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';

/** Handles each queue's jobs. A job whose handler throws is tried again later. */
export type JobHandlers = { [Name in QueueName]: (payload: JobPayloads[Name]) => Promise<void> };

/** How soon a job is found if its notification was lost. */
const POLLING_SECONDS = 2;
const KEEP_COMPLETED_SECONDS = 86_400;
const MAX_CONNECTIONS = 4;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Work that is done later, and tried again until it succeeds. It is stored in the database, with the rows that it is
 * about.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: FastifyBaseLogger;
  readonly #pollingSeconds: number;
  #isStopped = false;

  readonly #isGuest: boolean;

  /** @param isGuest whether it only enqueues, into queues that a server has created */
  constructor(
    location: DatabaseLocation,
    log: FastifyBaseLogger,
    { pollingSeconds = POLLING_SECONDS, isGuest = false } = {},
  ) {
    this.#boss = new PgBoss({
      ...connectionOptions(location),
      max: MAX_CONNECTIONS,
      useListenNotify: true,
      schema: 'jobs',
      ...(isGuest ? { migrate: false, supervise: false, schedule: false } : {}),
    });
    this.#isGuest = isGuest;
    this.#log = log;
    this.#pollingSeconds = pollingSeconds;
    this.#boss.on('error', (error) => {
      // Connections that were just closed may still report that the database shut down after them.
      if (!this.#isStopped) log.error({ err: asError(error) }, 'jobs');
    });
  }

  /** Creates or updates the queues, unless it is a guest. Jobs can be enqueued from then on. */
  async start(): Promise<void> {
    await this.#boss.start();
    if (this.#isGuest) return;
    for (const name of QUEUE_NAMES) {
      const { retryLimit, retryDelaySeconds, retryDelayMaxSeconds, expireSeconds, cron } = QUEUES[name];
      const settings = {
        retryLimit,
        retryDelay: retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: retryDelayMaxSeconds,
        expireInSeconds: expireSeconds,
        deleteAfterSeconds: KEEP_COMPLETED_SECONDS,
        notify: true,
      };
      await this.#boss.createQueue(name, settings);
      await this.#boss.updateQueue(name, settings);
      if (cron !== undefined) await this.#boss.schedule(name, cron);
    }
  }

  /** Adds a job within the given transaction: the job exists if and only if that commits. */
  async enqueue<Name extends QueueName>(name: Name, payload: JobPayloads[Name], connection: Connection): Promise<void> {
    await this.#boss.send(name, payload, { db: fromDrizzle(connection, sql) });
  }

  /** Adds many jobs to a queue, all or none. */
  async enqueueAll<Name extends QueueName>(
    name: Name,
    payloads: readonly JobPayloads[Name][],
    connection: Connection,
  ): Promise<void> {
    const jobs = payloads.map((data) => ({ data }));
    await this.#boss.insert(name, jobs, { db: fromDrizzle(connection, sql) });
  }

  /** Starts working on jobs. */
  async work(handlers: JobHandlers): Promise<void> {
    for (const name of QUEUE_NAMES) await this.#workOn(name, handlers[name]);
  }

  /**
   * Runs all waiting jobs now, including retries due later, and returns how many there were. For tests.
   *
   * @throws what a handler throws; its job stays for a later attempt
   */
  async runPending(handlers: JobHandlers): Promise<number> {
    let count = 0;
    for (const name of QUEUE_NAMES) count += await this.#runPendingOf(name, handlers[name]);
    return count === 0 ? 0 : count + (await this.runPending(handlers));
  }

  /** Takes no more jobs, and lets running ones finish for a few seconds. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    this.#isStopped = true;
  }

  async #workOn<Name extends QueueName>(name: Name, handle: JobHandlers[Name]): Promise<void> {
    const options = {
      pollingIntervalSeconds: this.#pollingSeconds,
      notifyPollingIntervalSeconds: this.#pollingSeconds,
      // Several at a time, and the next ones right after them, so that a backlog is worked off without waiting.
      batchSize: QUEUES[name].batch,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    await this.#boss.work(name, options, (jobs: Job<JobPayloads[Name]>[]) =>
      Promise.all(jobs.map(async ({ id, data }) => ({ id, status: await this.#attempt(name, () => handle(data)) }))),
    );
  }

  /** Errors go only to the log: what is stored with a job in the database must not name anybody. */
  async #attempt(name: QueueName, handle: () => Promise<void>): Promise<'completed' | 'failed'> {
    try {
      await handle();
      return 'completed';
    } catch (error) {
      this.#log.error({ job: name, err: error }, 'job failed');
      return 'failed';
    }
  }

  async #runPendingOf<Name extends QueueName>(name: Name, handle: JobHandlers[Name]): Promise<number> {
    for (let count = 0; ; count += 1) {
      const [job] = await this.#boss.fetch<JobPayloads[Name]>(name, { ignoreStartAfter: true });
      if (job === undefined) return count;
      try {
        await handle(job.data);
      } catch (error) {
        await this.#boss.fail(name, job.id);
        throw error;
      }
      await this.#boss.complete(name, job.id);
    }
  }
}

/** Turns errors that the queue reports as plain objects back into Errors, which the log can describe. */
function asError(error: object): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error);
}

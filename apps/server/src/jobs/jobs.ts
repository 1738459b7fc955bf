import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, type Job, PgBoss } from 'pg-boss';
import { type Connection, connectionOptions, type DatabaseLocation } from '../database/database.ts';
import { type JobPayloads, QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';

/** What is done for each queue's jobs. One that throws is tried again later. */
export type JobHandlers = { [Name in QueueName]: (payload: JobPayloads[Name]) => Promise<void> };

/** How soon a job is found if the notice that it is there got lost. */
const POLLING_SECONDS = 2;
const KEEP_COMPLETED_SECONDS = 86_400;
const MAX_CONNECTIONS = 4;
const STOP_TIMEOUT_MS = 5_000;

/** Work that is done later, and again until it succeeds. It lives in the database, with the rows that it is about. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: FastifyBaseLogger;
  readonly #pollingSeconds: number;
  #isStopped = false;

  readonly #isGuest: boolean;

  /** @param isGuest whether it only enqueues, into queues that a server has made */
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
      // Connections that were just closed may still hear that the database ends after them.
      if (!this.#isStopped) log.error({ err: asError(error) }, 'jobs');
    });
  }

  /** Makes the queues, once for good, unless it is a guest. Jobs can be enqueued from then on. */
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

  /** Adds a job, within the transaction given: it exists if and only if that commits. */
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

  /** Works on jobs from now on. */
  async work(handlers: JobHandlers): Promise<void> {
    for (const name of QUEUE_NAMES) await this.#workOn(name, handlers[name]);
  }

  /**
   * Does all that waits, now, retries included that would come later, and returns how many jobs that were. For tests.
   *
   * @throws what a handler throws; its job stays for a later attempt
   */
  async runPending(handlers: JobHandlers): Promise<number> {
    let count = 0;
    for (const name of QUEUE_NAMES) count += await this.#runPendingOf(name, handlers[name]);
    return count === 0 ? 0 : count + (await this.runPending(handlers));
  }

  /** Lets running jobs end, for a few seconds, and takes no more. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    this.#isStopped = true;
  }

  async #workOn<Name extends QueueName>(name: Name, handle: JobHandlers[Name]): Promise<void> {
    const options = {
      pollingIntervalSeconds: this.#pollingSeconds,
      notifyPollingIntervalSeconds: this.#pollingSeconds,
      // Several at once, and the next ones right after them, so that what has piled up is done without waits.
      batchSize: QUEUES[name].batch,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    await this.#boss.work(name, options, (jobs: Job<JobPayloads[Name]>[]) =>
      Promise.all(jobs.map(async ({ id, data }) => ({ id, status: await this.#attempt(name, () => handle(data)) }))),
    );
  }

  /** Errors go to the log alone: what is kept with a job in the database must not name anybody. */
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

/** The queue reports some errors as plain copies that are no longer Errors, of which the log could say nothing. */
function asError(error: object): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error);
}

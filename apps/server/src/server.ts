import { pino } from 'pino';
import { createApp } from './app.ts';
import type { ServerConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { startBundledDatabase } from './database/bundled/bundled-database.ts';
import { type DatabaseLocation, openDatabase } from './database/database.ts';
import { migrateDatabase } from './database/migrate.ts';
import { logOptions } from './http/log.ts';
import { createJobHandlers } from './jobs/job-handlers.ts';

/** A server that is listening. */
export interface RunningServer {
  /** Such as `http://localhost:3001`. */
  readonly address: string;
  /** Answers the calls that are under way, ends jobs, then the database. */
  close(): Promise<void>;
}

/** The address can't be listened on. The message is one plain line. */
export class ListenError extends Error {
  constructor({ host, port }: ServerConfig, code: unknown) {
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken. Stop what listens there, or set PORT to another port.`
        : `It is not possible to listen on ${host}, port ${port} (${code}). Set HOST and PORT to others.`,
    );
    this.name = 'ListenError';
  }
}

/**
 * Starts database, jobs and HTTP, in this order. Where one fails, or it is to stop meanwhile, what was started is
 * ended again.
 *
 * @throws the reason of `stopping`, BundledDatabaseError, ListenError, and what `pg` throws where the database given can't be used
 */
export async function startServer(config: ServerConfig, stopping: AbortSignal): Promise<RunningServer> {
  // What is asked of the terminal stands alone on stdout.
  const log = pino(logOptions(config.logLevel), pino.destination(2));
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const location = await locateDatabase(config, closers, (reason) => log.warn({ reason }, 'database restarted'));
    stopping.throwIfAborted();
    await migrateDatabase(location);
    stopping.throwIfAborted();
    const handle = openDatabase(location, (error) => log.warn({ err: error }, 'database connection lost'));
    closers.push(() => handle.close());
    const services = createServices({ config, location, handle, log });
    closers.push(() => services.mailer.close());
    closers.push(() => services.jobs.stop());
    await services.jobs.start();
    stopping.throwIfAborted();
    await services.jobs.work(createJobHandlers(services));
    const app = await createApp(services);
    closers.push(() => app.close());
    await listen(app, config);
    stopping.throwIfAborted();
    return { address: `http://localhost:${portOf(app) ?? config.port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function locateDatabase(
  { databaseUrl, dataDir }: ServerConfig,
  closers: (() => Promise<void> | void)[],
  onRestart: (reason: string) => void,
): Promise<DatabaseLocation> {
  if (databaseUrl !== undefined) return { url: databaseUrl };
  const bundled = await startBundledDatabase({ dataDir, onRestart });
  closers.push(() => bundled.stop());
  return bundled.connection;
}

type App = Awaited<ReturnType<typeof createApp>>;

async function listen(app: App, config: ServerConfig): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && 'code' in error) throw new ListenError(config, error.code);
    throw error;
  }
}

function portOf(app: App): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

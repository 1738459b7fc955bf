import { createApp } from './app.ts';
import type { ServerConfig } from './config.ts';
import { createJobHandlers } from './jobs/job-handlers.ts';
import { openServices } from './open-services.ts';

/** A server that is listening. */
export interface RunningServer {
  /** For example `http://localhost:3001`. */
  readonly address: string;
  /** Answers the calls that are under way, then stops the jobs and the database. */
  close(): Promise<void>;
}

/** The server can't listen on the address. The message is one plain line. */
export class ListenError extends Error {
  constructor({ host, port }: ServerConfig, code: unknown) {
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken. Stop what listens there, or set PORT to another port.`
        : `Can't listen on ${host}, port ${port} (${code}). Set HOST and PORT to something else.`,
    );
    this.name = 'ListenError';
  }
}

/**
 * Starts the database, jobs and HTTP, in this order. If one fails, or the server should stop meanwhile, what was
 * started is stopped again.
 *
 * @throws the reason of `stopping`, BundledDatabaseError, ListenError, and what `pg` throws if the given database can't
 *   be used
 */
export async function startServer(config: ServerConfig, stopping: AbortSignal): Promise<RunningServer> {
  const { services, ends } = await openServices(config, { stopping });
  try {
    await services.jobs.work(createJobHandlers(services));
    const app = await createApp(services);
    ends.defer(() => app.close());
    await listen(app, config);
    stopping.throwIfAborted();
    return { address: `http://localhost:${portOf(app) ?? config.port}`, close: () => ends.disposeAsync() };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
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

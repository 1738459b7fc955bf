import { access, chmod, chown, constants, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { BundledDatabaseError } from './bundled-database-error.ts';
import { PORT, SERVICE, THROW_AWAY } from './cluster-settings.ts';
import { explainFailure } from './explain-failure.ts';
import { claimFolder } from './folder-claim.ts';
import { initializeCluster } from './initialize-cluster.ts';
import { findPackageFolder, preparePrograms } from './postgres-programs.ts';
import { ProgramLauncher, type UserIds } from './program-launcher.ts';
import { programUser } from './program-user.ts';
import { openServerLog } from './server-log.ts';
import { ServerSupervisor } from './server-supervisor.ts';
import { openSocketFolder } from './socket-folder.ts';

export interface BundledDatabase {
  /** Options for `pg`: the socket's folder, a plain role, and the database that it owns. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Shuts it down cleanly. Resolves once it has ended and the folder is free for another server. */
  stop(): Promise<void>;
}

export interface BundledDatabaseOptions {
  /** The server's data folder, created if it doesn't exist. */
  dataDir: string;
  /** Whether committed data survives a power failure. Tests may do without. */
  isDurable?: boolean;
  /** Maximum number of simultaneous connections; enough for one server by default. */
  maxConnections?: number;
  /** Called when PostgreSQL ended on its own and was restarted. Connections that were open then are lost. */
  onRestart?(reason: string): void;
  /** Aborted when everything should stop. */
  stopping?: AbortSignal | undefined;
  /** The folder of the npm package with PostgreSQL's programs, if it isn't where npm puts it. */
  packageFolder?: string;
}

/** Only the service's role may connect, and only through the socket, whose folder only its user and root may enter. */
const ACCESS = `local ${SERVICE} ${SERVICE} trust\n`;

/**
 * Runs the PostgreSQL that comes with the server on a cluster in the data folder, reachable only through a socket. The
 * cluster is created at the first start. PostgreSQL is restarted whenever it ends on its own, and ends with this
 * process: call it from the main thread.
 *
 * @throws BundledDatabaseError, and the reason of `stopping`
 */
export async function startBundledDatabase(options: BundledDatabaseOptions): Promise<BundledDatabase> {
  if (process.platform === 'win32') {
    throw new BundledDatabaseError(
      'The bundled PostgreSQL does not run on Windows. Set DATABASE_URL to a database that runs elsewhere.',
    );
  }
  try {
    const dataDir = await openDataDir(options.dataDir);
    const claim = claimFolder(join(dataDir, 'postgres.lock'));
    if (!claim) {
      throw new BundledDatabaseError(
        `Another ${PRODUCT_NAME} server uses the folder DATA_DIR (${dataDir}). Stop it, or choose another DATA_DIR for this one.`,
      );
    }
    try {
      const { connection, stop } = await startInFolder(dataDir, options);
      return { connection, stop: once(() => stop().finally(claim.release)) };
    } catch (error) {
      claim.release();
      throw error;
    }
  } catch (error) {
    options.stopping?.throwIfAborted();
    throw explainFailure(error, options.dataDir);
  }
}

/**
 * Creates the folder if necessary. Resolves with its real path, without symbolic links, which identifies a left-behind
 * PostgreSQL.
 */
async function openDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  return realpath(dataDir);
}

async function startInFolder(dataDir: string, options: BundledDatabaseOptions): Promise<BundledDatabase> {
  const { isDurable = true, maxConnections, onRestart = () => {}, stopping } = options;
  const programs = await preparePrograms(options.packageFolder ?? findPackageFolder());
  const folder = join(dataDir, 'postgres');
  const owner = await openPostgresFolder(folder);
  const launcher = await ProgramLauncher.find(owner, programs.postgres, folder);
  const cluster = join(folder, 'cluster');
  if (!(await isThere(cluster))) {
    await initializeCluster(folder, 'cluster', { launcher, programs, access: ACCESS, isDurable, stopping });
  }
  stopping?.throwIfAborted();
  const socketFolder = await openSocketFolder(folder, owner);
  const server = new ServerSupervisor({
    launcher,
    postgres: programs.postgres,
    cluster,
    socketFolder: socketFolder.path,
    settings: {
      ...(isDurable ? {} : THROW_AWAY),
      ...(maxConnections === undefined ? {} : { max_connections: maxConnections }),
    },
    onLog: await openServerLog(join(dataDir, 'postgres.log')),
    onRestart,
  });
  const stop = async () => {
    await server.stop();
    await socketFolder.remove();
  };
  const stopEarly = () => void server.stop();
  stopping?.addEventListener('abort', stopEarly, { once: true });
  try {
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  } finally {
    stopping?.removeEventListener('abort', stopEarly);
  }
  return { connection: { host: socketFolder.path, port: PORT, user: SERVICE, database: SERVICE }, stop };
}

/** Creates PostgreSQL's own folder. Resolves with the user that PostgreSQL must run as, if that isn't ours. */
async function openPostgresFolder(folder: string): Promise<UserIds | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = await programUser(folder);
  await chmod(folder, 0o700);
  if (owner) await chown(folder, owner.uid, owner.gid);
  return owner;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= act();
    return result;
  };
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { PORT, SERVICE, SUPERUSER, serverArguments, THROW_AWAY } from '../cluster-settings.ts';
import { claimFolder } from '../folder-claim.ts';
import { initializeCluster } from '../initialize-cluster.ts';
import { PostgresProcess } from '../postgres-process.ts';
import { findPackageFolder, preparePrograms } from '../postgres-programs.ts';
import { ProgramLauncher } from '../program-launcher.ts';
import { programUser } from '../program-user.ts';
import { removeInBackground } from './remove-in-background.ts';

/** How to connect to a cluster as its superuser. Plain data: it can be passed to other processes. */
export interface ClusterAddress {
  host: string;
  port: number;
  user: string;
}

/** How to connect to a database as the plain role that owns it: options for `pg`. */
export interface DatabaseAddress extends ClusterAddress {
  database: string;
}

export interface TestDatabase {
  connection: DatabaseAddress;
  /** Removes it, and closes open connections. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** The name of a database to copy, which must have no connections. By default an empty one is created. */
  template?: string;
}

export interface TestCluster {
  readonly address: ClusterAddress;
  createDatabase(options?: TestDatabaseOptions): Promise<TestDatabase>;
  stop(): Promise<void>;
}

const FOLDER_PREFIX = 'test-cluster-';
/** A file in a cluster's folder, locked as long as its process runs. */
const LOCK = 'owner.lock';

/** Enough connections for many test files at the same time. */
const SETTINGS = { ...THROW_AWAY, max_connections: 300, autovacuum: 'off' };

/**
 * Starts a PostgreSQL for tests in a temporary folder. It ends with this process, however that ends. Call it from the
 * main thread.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const programs = await preparePrograms(findPackageFolder());
  await removeAbandonedFolders();
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  const claim = claimFolder(join(folder, LOCK));
  // Another process mistook the folder for an abandoned one before it was claimed.
  if (!claim) return startTestCluster();
  const owner = await programUser(folder);
  if (owner) await chown(folder, owner.uid, owner.gid);
  const launcher = await ProgramLauncher.find(owner, programs.postgres, folder);
  await initializeCluster(folder, 'cluster', { launcher, programs, access: 'local all all trust\n', isDurable: false });
  const args = serverArguments(join(folder, 'cluster'), folder, SETTINGS);
  const postgres = new PostgresProcess(launcher, programs.postgres, args, () => {});
  await postgres.ready;
  const address = { host: folder, port: PORT, user: SUPERUSER };
  return {
    address,
    createDatabase: (options) => createDatabaseIn(address, options),
    async stop() {
      await postgres.stop();
      claim.release();
      removeInBackground(folder);
    },
  };
}

/** Removes the folders of processes that were killed. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const lock = join(tmpdir(), name, LOCK);
    if (!name.startsWith(FOLDER_PREFIX) || !existsSync(lock)) continue;
    const claim = claimFolder(lock);
    if (!claim) continue;
    removeInBackground(join(tmpdir(), name));
    claim.release();
  }
}

/** Creates a database in a test cluster, owned by the same plain role as the service's in production. */
export async function createDatabaseIn(
  cluster: ClusterAddress,
  { template = 'template1' }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await runSql(cluster, `CREATE DATABASE ${database} OWNER ${SERVICE} TEMPLATE ${escapeIdentifier(template)}`);
  return {
    connection: { ...cluster, user: SERVICE, database },
    drop: () => runSql(cluster, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  };
}

async function runSql(cluster: ClusterAddress, sql: string): Promise<void> {
  const client = new Client({ ...cluster, database: SUPERUSER });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

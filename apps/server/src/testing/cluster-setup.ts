import type { TestProject } from 'vitest/node';
import { createDatabaseIn, startTestCluster } from '../database/bundled/testing/test-cluster.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { Jobs } from '../jobs/jobs.ts';
import { silentLog } from './silent-log.ts';
import './provided-context.ts';

/** Starts one PostgreSQL for all test files; each makes its own copy of a database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const { connection } = await createDatabaseIn(cluster.address);
  await migrateDatabase(connection);
  const jobs = new Jobs(connection, silentLog);
  await jobs.start();
  await jobs.stop();
  project.provide('cluster', cluster.address);
  project.provide('migratedDatabase', connection.database);
  return () => cluster.stop();
}

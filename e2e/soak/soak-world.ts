import { join } from 'node:path';
import { startBundledDatabase } from '@workspace/server/database/bundled/bundled-database';
import { endAfterTests } from '../after-tests.ts';
import { ROOT } from '../repository.ts';
import { findFreePort } from '../server/free-port.ts';
import { outsideWorldVariables, startOutsideWorld } from '../server/outside-world-process.ts';
import { PaymentsControl } from '../server/payments-control.ts';
import { bundledDatabaseIn, databaseUrlOf, ServerProcess, type SocketLocation } from '../server/server-process.ts';
import { InboxReader } from './inbox-reader.ts';
import type { Journal } from './journal.ts';
import { ServerPair } from './server-pair.ts';

/** The site's address for the servers. */
export const SITE_URL = 'http://localhost:3000';

/** Two built servers on one external PostgreSQL, with stand-ins for the services they use. */
export interface SoakWorld {
  servers: ServerPair;
  payments: PaymentsControl;
  inbox: InboxReader;
  /** The address of payments and mail. */
  sandboxUrl: string;
  location: SocketLocation;
  /** PostgreSQL's data folder. */
  dataDir: string;
}

/**
 * Starts everything; it is stopped after the file's tests.
 *
 * @param dataDir PostgreSQL's data folder
 */
export async function startSoakWorld(journal: Journal, dataDir: string): Promise<SoakWorld> {
  const smtpPort = await findFreePort();
  const { url: sandboxUrl } = await startOutsideWorld({ SANDBOX_SMTP_PORT: String(smtpPort) });
  // Two servers open 42 together, plus some for the tests.
  const database = await startBundledDatabase({ dataDir, maxConnections: 80 });
  endAfterTests(() => database.stop());
  const location = bundledDatabaseIn(dataDir);
  const environment = {
    DATABASE_URL: databaseUrlOf(location),
    ...outsideWorldVariables(sandboxUrl, smtpPort),
    SITE_URL,
    RELEASES_DIR: join(ROOT, 'releases'),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  };
  const servers = new ServerPair(journal, () => ServerProcess.spawn(environment));
  await servers.start();
  const payments = new PaymentsControl(sandboxUrl);
  await payments.sendWebhooksTo(`${servers.next()}/billing/webhook`);
  const inbox = new InboxReader(journal, sandboxUrl);
  inbox.start();
  endAfterTests(() => inbox.stop());
  return { servers, payments, inbox, sandboxUrl, location, dataDir };
}

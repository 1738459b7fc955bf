import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ConfigError, readConfig } from './config.ts';
import { BundledDatabaseError } from './database/bundled/bundled-database-error.ts';
import { explainRefusal, isDatabaseUnavailable } from './database/database-errors.ts';
import { MigrationError } from './database/migrate.ts';
import { ListenError, type RunningServer, startServer } from './server.ts';

/** Service managers kill a service ten seconds after asking it to stop. */
const CLOSE_TIMEOUT_MS = 8_000;

/** Errors whose message tells the user all there is to know. */
const PLAIN_ERRORS = [ConfigError, BundledDatabaseError, ListenError, MigrationError];

let server: RunningServer | undefined;
const stopping = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(giveUp, CLOSE_TIMEOUT_MS);
    void server?.close().then(() => process.exit(0));
  });
}

try {
  server = await startServer(readConfig(process.env), stopping.signal);
  console.log(`${PRODUCT_NAME} server is ready on ${server.address}`);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  console.error(describe(error));
  process.exit(1);
}

function giveUp(): void {
  console.error('Not everything finished in time. Stopping anyway.');
  process.exit(1);
}

/** Explains in plain words what went wrong at the start. */
function describe(error: unknown): string {
  if (PLAIN_ERRORS.some((plain) => error instanceof plain)) {
    return (error as Error).message;
  }
  if (isDatabaseUnavailable(error)) {
    return "Can't reach the database in DATABASE_URL. Start it, or check the address.";
  }
  const refusal = explainRefusal(error);
  if (refusal !== undefined) return refusal;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

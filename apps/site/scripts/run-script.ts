import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { ServedSite } from './serve-site.ts';

/** Runs a script's work to its end, or until SIGTERM. Errors are printed without a stack trace. */
export async function runToEnd(work: () => Promise<void>): Promise<void> {
  process.once('SIGTERM', () => process.exit(143));
  await work().catch(endWith);
}

/** Starts serving, prints the address, and stops on SIGINT or SIGTERM. Startup errors are printed without a stack. */
export async function runUntilStopped(start: () => Promise<ServedSite>): Promise<void> {
  let site: ServedSite | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.resolve(site?.close()).then(() => process.exit(0));
    });
  }
  site = await start().catch(endWith);
  console.log(`${PRODUCT_NAME} site is ready on ${site.address}`);
}

function endWith(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  // A failed build has already printed the reason.
  if (message !== '') console.error(message);
  process.exit(1);
}

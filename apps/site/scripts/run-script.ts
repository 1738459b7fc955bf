import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { ServedSite } from './serve-site.ts';

/** Does a script's work, unless SIGTERM ends it first. Failures are reported in plain words. */
export async function runToEnd(work: () => Promise<void>): Promise<void> {
  process.once('SIGTERM', () => process.exit(143));
  await work().catch(endWith);
}

/** Starts serving, says where, and ends at SIGINT or SIGTERM. Failures at the start are reported in plain words. */
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
  // A build that failed has said why itself.
  if (message !== '') console.error(message);
  process.exit(1);
}

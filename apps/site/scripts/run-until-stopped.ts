import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { ServedSite } from './serve-site.ts';

/** Starts serving, says where, and ends at SIGINT or SIGTERM. What goes wrong at the start is told in plain words. */
export async function runUntilStopped(start: () => Promise<ServedSite>): Promise<void> {
  let site: ServedSite | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.resolve(site?.close()).then(() => process.exit(0));
    });
  }
  try {
    site = await start();
    console.log(`${PRODUCT_NAME} site is ready on ${site.address}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== '') console.error(message);
    process.exit(1);
  }
}

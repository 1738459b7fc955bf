import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds with other variables are kept, so that those who take turns with them needn't build again and again. */
const KEPT = 4;
/** A build that was asked for more recently is kept too: it may be served still. */
const IN_USE_MS = 24 * 60 * 60 * 1_000;

/**
 * Removes builds that were not used lately, by the times at which their folders were last touched.
 *
 * @param builds the folder that holds them; what is hidden there is under way, and stays
 */
export function removeOldBuilds(builds: string): void {
  const finished = readdirSync(builds).filter((name) => !name.startsWith('.'));
  // Somebody else may remove it at the same time.
  const askedForAt = (name: string) => statSync(join(builds, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const latestFirst = finished.toSorted((a, b) => askedForAt(b) - askedForAt(a));
  const isUnused = (name: string) => askedForAt(name) < Date.now() - IN_USE_MS;
  for (const name of latestFirst.slice(KEPT).filter(isUnused)) {
    rmSync(join(builds, name), { recursive: true, force: true });
  }
}

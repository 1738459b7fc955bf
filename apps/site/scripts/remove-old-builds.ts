import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Several builds are kept, so that alternating between variables doesn't rebuild each time. */
const KEPT = 4;
/** Builds used more recently are kept, too: they may still be served. */
const IN_USE_MS = 24 * 60 * 60 * 1_000;

/**
 * Removes builds that haven't been used lately, judging by the modification times of their folders.
 *
 * @param builds the folder that contains them; hidden entries are builds in progress, and stay
 */
export function removeOldBuilds(builds: string): void {
  const finished = readdirSync(builds).filter((name) => !name.startsWith('.'));
  // Another process may remove it at the same time.
  const askedForAt = (name: string) => statSync(join(builds, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const latestFirst = finished.toSorted((a, b) => askedForAt(b) - askedForAt(a));
  const isUnused = (name: string) => askedForAt(name) < Date.now() - IN_USE_MS;
  for (const name of latestFirst.slice(KEPT).filter(isUnused)) {
    rmSync(join(builds, name), { recursive: true, force: true });
  }
}

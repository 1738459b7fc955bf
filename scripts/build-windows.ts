import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const desktop = join(root, 'apps', 'desktop');

/** Builds the desktop app's windows, which takes a second, unless nothing changed since. Throws where they can't be built. */
export function buildWindows(): void {
  const built = newest([join(desktop, 'build', 'windows', 'hud', 'index.html')]);
  const sources = globSync('{src/{windows,channel}/**/*,vite.config.ts,package.json}', { cwd: desktop });
  if (newest(sources.map((file) => join(desktop, file))) < built) return;
  execFileSync(join(root, 'node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn'], {
    cwd: desktop,
    stdio: ['ignore', 2, 2],
  });
}

/** When the file that was changed last was changed, in milliseconds since 1970; 0 where there is none. */
function newest(files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

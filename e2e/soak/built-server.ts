import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.ts';

const SOURCE = join(ROOT, 'apps', 'server');

/**
 * Builds the server into a separate folder, which other tests don't rebuild meanwhile.
 *
 * @returns the program
 */
export function buildServerIn(folder: string): string {
  const build = join(folder, 'build');
  execFileSync(
    join(ROOT, 'node_modules/.bin/vite'),
    ['build', '--logLevel', 'warn', '--outDir', build, '--emptyOutDir'],
    {
      cwd: SOURCE,
      stdio: ['ignore', 2, 2],
    },
  );
  // What it finds beside itself.
  for (const name of ['migrations', 'package.json']) symlinkSync(join(SOURCE, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(build, 'main.js');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITE_FOLDER } from './site-folder.ts';

const packageFolder = dirname(fileURLToPath(import.meta.resolve('@react-router/dev/package.json')));

/** Runs React Router's build into a folder. Resolves to whether it succeeded; React Router reports errors on stderr. */
export async function buildByReactRouter(folder: string): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [join(packageFolder, 'bin.cjs'), 'build', '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: SITE_FOLDER,
      env: { ...process.env, NODE_ENV: 'production', SITE_BUILD_DIR: folder },
      stdio: ['ignore', 2, 2],
    },
  );
  const end = () => child.kill();
  process.once('exit', end);
  const [status] = await once(child, 'exit');
  process.off('exit', end);
  return status === 0;
}

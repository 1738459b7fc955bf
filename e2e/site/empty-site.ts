import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../repository.ts';

/** The least that React Router prerenders: the cost of any page with this stack. */
const FILES = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { '@react-router/node': '8.4.0', isbot: '*', react: '*', 'react-dom': '*', 'react-router': '8.4.0' },
  }),
  'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()] };`,
  'react-router.config.ts': `export default { appDirectory: 'app', ssr: false, prerender: ['/'] };`,
  'app/routes.ts': `import { index } from '@react-router/dev/routes';
export default [index('page.tsx')];`,
  'app/page.tsx': `export default () => <h1>Empty</h1>;`,
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
export const Layout = ({ children }) => (
  <html lang="en">
    <head><meta charSet="utf-8" /><Meta /><Links /></head>
    <body>{children}<ScrollRestoration /><Scripts /></body>
  </html>
);
export default () => <Outlet />;`,
};

/** Builds a site with one empty page. Resolves to the folder that would be served, with a brotli copy beside each file. */
export async function buildEmptySite(): Promise<string> {
  // Inside the repository, so that its packages are found.
  const folder = join(ROOT, '.cache', 'empty-site');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const program = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  await promisify(execFile)(process.execPath, [program, 'build', '--logLevel', 'error'], { cwd: folder, env: {} });
  const client = join(folder, 'build', 'client');
  for (const path of filesOfEmptySite(client)) {
    const file = join(client, path.endsWith('/') ? `${path}index.html` : path);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
  return client;
}

/** What a browser fetches for the empty page. */
export function filesOfEmptySite(client: string): string[] {
  const html = readFileSync(join(client, 'index.html'), 'utf8');
  return ['/', ...[...html.matchAll(/ href="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')];
}

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { defineConfig, type Plugin } from 'vite';
import { readSiteConfig } from './app/config.ts';
import { readSiteEnvironment } from './scripts/environment.ts';
import { readNewestRelease } from './scripts/newest-release.ts';
import { SITE_FOLDER } from './scripts/site-folder.ts';

/** Checks what a build is given before anything is built, and writes it into the code as constants: pages need no schema for it. */
const constants: Plugin = {
  name: 'constants',
  config() {
    const { version, sha256, isDevelopment } = readNewestRelease(join(SITE_FOLDER, '..', '..', 'releases'));
    return {
      define: {
        __SITE_CONFIG__: JSON.stringify(readSiteConfig(process.env)),
        __NEWEST_RELEASE__: JSON.stringify({ version, sha256, isDevelopment }),
      },
    };
  },
};

const MODEL_FILES = 'virtual:model-files';

/** The files that speech is recognized with, out of the packages that they come in: their addresses and sizes. */
const modelFiles: Plugin = {
  name: 'model-files',
  resolveId: (id) => (id === MODEL_FILES ? `\0${id}` : undefined),
  load(id) {
    if (id !== `\0${MODEL_FILES}`) return undefined;
    const files = Object.entries(installedModelPaths());
    return [
      ...files.map(([name, path]) => `import ${name} from ${JSON.stringify(`${path}?url`)};`),
      `export default { ${files.map(([name, path]) => `${name}: { url: ${name}, bytes: ${statSync(path).size} }`)} };`,
    ].join('\n');
  },
};

/**
 * Few files rather than many small ones, which would wait for each other. A module goes with the first that takes it, along with
 * what it imports, so that those for every page come before the ones that public pages don't load at first.
 */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'design',
    test: /vite\/preload-helper|\/app\/(api\/(unauthorized-event|access-token)\.ts|focus-on-arrival|landing\/buy-license|design\/(button|logo|skip-link|text-link|theme|theme-script|theme-toggle|when-idle)\.tsx?$|tracking\/(track|tracker|utm)\.ts|page-title|navigation|site-config|content\/(page-meta|display-price|marketing-features))|\/contract\/src\/brand/,
  },
  {
    name: 'account',
    test: /\/app\/(api\/|account\/((create-)?auth-|page-heading)|billing\/plans|design\/(card|field))|\/contract\/src\/(call-addresses|request)|node_modules\/(zustand|jwt-decode)\//,
  },
  { name: 'query', test: /node_modules\/(@tanstack|lucide-react)\/|\/app\/query-client/ },
  { name: 'sign-in', test: /\/app\/sign-in\/(send-verification-again|sign-in-messages|waiting)/ },
];

export default defineConfig({
  plugins: [constants, modelFiles, tailwindcss(), reactRouter()],
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    // On a slow machine it would print its plugins' times in the middle of a start.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  // Known from the start: found only when a visitor wants their own voice, they would make the page reload.
  optimizeDeps: { include: ['onnxruntime-web/wasm', 'llama-tokenizer-js'] },
  server: { host: 'localhost', port: readSiteEnvironment(process.env).port, strictPort: true },
});

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

/** Validates the build's inputs up front and inlines them as constants, so that pages need no schema for them. */
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

/** Provides the URLs and sizes of the speech recognition files, taken from their npm packages. */
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
 * Few chunks instead of many small ones, which would wait for each other. A module goes into the first matching group,
 * along with its imports, so groups for every page come before those that public pages don't load at first.
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
    // On a slow machine, it would print plugin timings in the middle of a start.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  // Optimized up front: discovered later, when a visitor tries their own voice, they would trigger a page reload.
  optimizeDeps: { include: ['onnxruntime-web/wasm', 'llama-tokenizer-js'] },
  server: { host: 'localhost', port: readSiteEnvironment(process.env).port, strictPort: true },
});

import { join } from 'node:path';
import { defineConfig } from 'vite';

const source = join(import.meta.dirname, 'src', 'electron');
const outDir = join(import.meta.dirname, 'build', 'electron');
const { SAYKEY_API_URL, SAYKEY_SITE_URL } = process.env;

/** The first is provided by Electron; the second is a native module next to the bundle. */
const EXTERNAL = ['electron', 'koffi'];

/** Electron's main process, the recognizer's process, and the windows' preload script, each self-contained. */
export default defineConfig({
  root: source,
  envDir: false,
  publicDir: false,
  define: {
    __BUILD_ENVIRONMENT__: JSON.stringify({ SAYKEY_API_URL, SAYKEY_SITE_URL }),
    // Older packages use these, which modules don't have.
    __filename: 'import.meta.filename',
    __dirname: 'import.meta.dirname',
  },
  environments: {
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: EXTERNAL },
      build: {
        outDir,
        emptyOutDir: true,
        target: 'node24',
        sourcemap: false,
        minify: true,
        // Bundled packages require their licenses to be included.
        license: { fileName: 'licenses.md' },
        rolldownOptions: {
          input: { main: join(source, 'main.ts') },
          external: EXTERNAL,
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'later-[name].js' },
        },
      },
    },
    recognizer: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'node24',
        sourcemap: false,
        minify: true,
        license: { fileName: 'recognizer-licenses.md' },
        rolldownOptions: {
          input: { recognizer: join(source, 'recognizer-program.ts') },
          output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: EXTERNAL },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'chrome120',
        sourcemap: false,
        minify: true,
        rolldownOptions: {
          input: { preload: join(source, 'preload.ts') },
          external: EXTERNAL,
          // A sandboxed preload script can't be a module.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
  builder: {
    async buildApp({ build, environments }) {
      for (const name of ['main', 'recognizer', 'preload']) {
        const environment = environments[name];
        if (environment) await build(environment);
      }
    },
  },
});

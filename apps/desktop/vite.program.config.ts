import { join } from 'node:path';
import { defineConfig, type EnvironmentOptions } from 'vite';

const PROGRAMS = {
  main: join(import.meta.dirname, 'src', 'main.ts'),
  recognizer: join(import.meta.dirname, '..', '..', 'packages', 'node-ports', 'src', 'recognizer-program.ts'),
};

/** Builds a program as one file. */
function program(name: keyof typeof PROGRAMS): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      outDir: join(import.meta.dirname, 'build'),
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: { [name]: PROGRAMS[name] },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  };
}

/**
 * The app with its Linux shell as a single file, `build/main.js`: loaded from many files, and from TypeScript, it takes
 * a third more memory. Next to it, the recognizer process's program.
 */
export default defineConfig({
  envDir: false,
  publicDir: false,
  define: {
    // Older packages use these, which modules don't have.
    __filename: 'import.meta.filename',
    __dirname: 'import.meta.dirname',
  },
  environments: { main: program('main'), recognizer: program('recognizer') },
  builder: {
    async buildApp({ build, environments }) {
      for (const name of Object.keys(PROGRAMS)) {
        const environment = environments[name];
        if (environment) await build(environment);
      }
    },
  },
});

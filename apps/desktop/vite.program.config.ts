import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * The app with its shell for Linux as one file, `build/main.js`: loaded from many, and from TypeScript, it takes a third more
 * memory.
 */
export default defineConfig({
  publicDir: false,
  define: {
    // What older packages ask for is not there in a module.
    __filename: 'import.meta.filename',
    __dirname: 'import.meta.dirname',
  },
  build: {
    ssr: join(import.meta.dirname, 'src', 'main.ts'),
    outDir: join(import.meta.dirname, 'build'),
    emptyOutDir: false,
    target: 'node24',
    rolldownOptions: {
      output: { codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});

import { defineConfig } from 'vite';

/**
 * Builds the server: our own modules into a few files, packages stay in node_modules. Drizzle is built in: loaded
 * module by module, it takes more than half of the memory of an idle server.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'build',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', admin: 'src/admin/main.ts', 'hashing-thread': 'src/auth/hashing-thread.ts' },
      // Next to the entries, so that a module finds its folders as it does in `src`.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@workspace\//, 'drizzle-orm'] },
});

import { defineConfig } from 'vite';

/**
 * The built server: our own modules in a few files, packages from node_modules. Drizzle is built in: loaded module by
 * module it costs more than half of the memory of an idle server.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'build',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', admin: 'src/admin/main.ts', 'hashing-thread': 'src/auth/hashing-thread.ts' },
      // Beside the entries, so that a module finds its folders as it does in `src`.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@workspace\//, 'drizzle-orm'] },
});

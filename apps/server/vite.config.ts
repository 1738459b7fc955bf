import { defineConfig } from 'vite';

/** The built server: our own modules in one file, packages from node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'build',
    sourcemap: true,
    rolldownOptions: { input: { main: 'src/main.ts', admin: 'src/admin/main.ts' } },
  },
  ssr: { noExternal: [/^@workspace\//] },
});

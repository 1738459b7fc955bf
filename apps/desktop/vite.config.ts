import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, 'src', 'windows');

/** The windows: one page each, `/hud/` and so on. */
export default defineConfig({
  root,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: join(import.meta.dirname, 'build', 'windows'),
    emptyOutDir: true,
    target: 'chrome120',
    // An inlined module would be refused by the content security policy.
    assetsInlineLimit: 0,
    // What is bundled asks that its license goes with it.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: ['hud', 'settings', 'first-start', 'microphone'].map((window) => join(root, window, 'index.html')),
    },
  },
});

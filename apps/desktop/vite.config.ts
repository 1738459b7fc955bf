import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, 'src', 'windows');

/** The display font's license must be included too. */
const FONT_LICENSE: Plugin = {
  name: 'font-license',
  generateBundle() {
    const path = createRequire(import.meta.url).resolve('@fontsource-variable/bricolage-grotesque/LICENSE');
    this.emitFile({ type: 'asset', fileName: 'font-licenses.md', source: readFileSync(path) });
  },
};

/** The windows: one page each, `/hud/` and so on. */
export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), FONT_LICENSE],
  build: {
    outDir: join(import.meta.dirname, 'build', 'windows'),
    emptyOutDir: true,
    target: 'chrome120',
    // The content security policy would block an inlined module.
    assetsInlineLimit: 0,
    // Bundled packages require their licenses to be included.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: ['hud', 'settings', 'onboarding', 'microphone'].map((window) => join(root, window, 'index.html')),
    },
  },
});

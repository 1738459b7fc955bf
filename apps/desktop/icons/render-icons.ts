/**
 * Renders the menu-bar icons from their SVG files: black with transparency, which macOS tints, named so that Electron
 * recognizes them as template images. Run by hand when one changes (`node apps/desktop/icons/render-icons.ts`); its
 * output is committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const STATES = ['idle', 'recording', 'busy', 'trouble'];
/** Height and width in the menu bar, in points. */
const SIZE = 18;

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [scale, suffix] of [
    [1, ''],
    [2, '@2x'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE }, deviceScaleFactor: scale });
    for (const state of STATES) {
      const sign = await readFile(join(import.meta.dirname, `${state}.svg`), 'utf8');
      await page.setContent(`<style>html,body{margin:0}svg{display:block}</style>${sign}`);
      const picture = await page.screenshot({ omitBackground: true });
      await writeFile(join(import.meta.dirname, `${state}Template${suffix}.png`), picture);
    }
    await page.close();
  }
} finally {
  await browser.close();
}

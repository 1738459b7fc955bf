/**
 * Renders the app's icon from `build-resources/icon.svg`. Run by hand when it changes (`node
 * apps/desktop/scripts/render-app-icon.ts`); its output is committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ICON_EDGES, icnsOf } from './icon-container.ts';

const RESOURCES = join(import.meta.dirname, '../build-resources');

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  const sign = await readFile(join(RESOURCES, 'icon.svg'), 'utf8');
  const pictures: Record<string, Buffer> = {};
  for (const [kind, edge] of Object.entries(ICON_EDGES)) {
    await page.setViewportSize({ width: edge, height: edge });
    const sized = sign.replace('<svg ', `<svg width="${edge}" height="${edge}" `);
    await page.setContent(`<style>html,body{margin:0}svg{display:block}</style>${sized}`);
    pictures[kind] = await page.screenshot({ omitBackground: true });
  }
  await writeFile(join(RESOURCES, 'icon.icns'), icnsOf(pictures));
} finally {
  await browser.close();
}

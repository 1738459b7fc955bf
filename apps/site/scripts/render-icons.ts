/**
 * Renders the images derived from the logo's icon: icons, the favicon for browsers without SVG, and the share image.
 * Run manually when the icon changes (`node apps/site/scripts/render-icons.ts`); the output is committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { chromium, type Page } from 'playwright-core';

const PUBLIC = join(import.meta.dirname, '../public');
const FONTS = {
  display: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  text: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
};
const PAPER = '#f7f4ed';
const INK = '#191711';

interface Picture {
  width: number;
  height: number;
  /** CSS of the background; transparent by default. */
  ground?: string;
  content: string;
}

async function draw(page: Page, { width, height, ground = 'transparent', content }: Picture): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:${ground}}body{display:grid;place-items:center}svg{display:block}</style>${content}`,
  );
  await page.evaluate('document.fonts.ready');
  return page.screenshot({ omitBackground: true });
}

/** An icon of `size` pixels, in which the sign takes up `share` of the width. */
function icon(sign: string, size: number, share: number, ground?: string): Picture {
  const width = Math.round(size * share);
  return {
    width: size,
    height: size,
    ...(ground === undefined ? {} : { ground }),
    content: sign.replace('<svg ', `<svg width="${width}" height="${width}" `),
  };
}

/** Wraps a 32×32 PNG in an ICO file. */
function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function fontFace(name: string, file: string): Promise<string> {
  const path = createRequire(import.meta.url).resolve(file);
  const data = (await readFile(path)).toString('base64');
  return `@font-face{font-family:${name};font-weight:200 900;src:url(data:font/woff2;base64,${data})}`;
}

async function shareImage(sign: string): Promise<Picture> {
  const key = (width: string, label: string, isSignal = false) =>
    `<div style="width:${width};flex:none;height:128px;border-radius:22px;display:flex;align-items:center;justify-content:center;font:700 34px display;
      background:${isSignal ? '#e8401f' : '#fffdf8'};color:${isSignal ? '#1c0a04' : '#625c4e'};
      box-shadow:inset 0 0 0 1px #3b2f1420,0 14px 0 ${isSignal ? '#a92b10' : '#cdc4b0'},0 26px 30px -8px #3b2f1459">${label}</div>`;
  return {
    width: 1200,
    height: 630,
    ground: PAPER,
    content: `<style>${await fontFace('display', FONTS.display)}${await fontFace('text', FONTS.text)}</style>
      <div style="width:1056px;color:${INK}">
        <div style="display:flex;justify-content:space-between;align-items:start">
          <div style="font:800 112px/0.98 display;letter-spacing:-0.02em">Hold.<br>Speak.<br>Let go.</div>
          <div style="text-align:right">
            <div style="display:inline-flex;align-items:center;gap:18px;font:700 50px display;letter-spacing:-0.02em">
              ${sign.replace('<svg ', '<svg width="68" height="68" ')}${PRODUCT_NAME}</div>
            <div style="margin-top:26px;font:400 31px/1.4 text;color:#625c4e">Push-to-talk dictation<br>for the Mac’s menu bar</div>
          </div>
        </div>
        <div style="display:flex;gap:20px;margin-top:46px">${key('128px', '⌘')}${key('128px', '⇧')}${key('760px', '', true)}</div>
      </div>`,
  };
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  const sign = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
  const appIcon = await readFile(join(PUBLIC, 'icons/app-icon.svg'), 'utf8');
  const pictures: Record<string, Picture> = {
    'icons/icon-192.png': icon(sign, 192, 1),
    'icons/icon-512.png': icon(sign, 512, 1),
    'icons/icon-maskable-512.png': icon(sign, 512, 0.6, PAPER),
    'icons/app-icon-1024.png': icon(appIcon, 1_024, 1),
    'apple-touch-icon.png': icon(sign, 180, 0.68, PAPER),
    'share-image.png': await shareImage(sign),
  };
  for (const [name, picture] of Object.entries(pictures))
    await writeFile(join(PUBLIC, name), await draw(page, picture));
  await writeFile(join(PUBLIC, 'favicon.ico'), icoOf(await draw(page, icon(sign, 32, 1))));
} finally {
  await browser.close();
}

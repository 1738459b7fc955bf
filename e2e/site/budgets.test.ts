// What is transferred before a page works. Text counts as sent, compressed with brotli; JavaScript that is preloaded
// (modulepreload) counts too.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { buildEmptySite, filesOfEmptySite } from './empty-site.ts';
import { asUser } from './signed-in.ts';
import { open, useSite } from './visits.ts';

const KB = 1_024;
const CODE = /(\/|\.html|\.js|\.css)$/;

const site = useSite();

/** Paths of all files of the site that a page requests during some actions. */
async function filesAskedFor(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === SITE_URL) paths.add(pathname);
  });
  await act();
  return [...paths];
}

/** The size of files as sent to browsers, in bytes. */
function bytesOf(client: string, paths: readonly string[]): number {
  const sizes = paths.map((path) => {
    const file = join(client, path.endsWith('/') ? `${path}index.html` : path);
    const sent = statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file);
    return sent.size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the landing page', () => {
  test('is at most 25 KB larger than an empty page of the same stack, and 300 KB in all', {
    timeout: 300_000,
  }, async () => {
    const { context } = await site.visit('/terms');
    const page = await context.newPage();
    const files = await filesAskedFor(page, () => open(page, '/'));
    const client = join(inject('sharedSite').folder, 'client');
    const empty = await buildEmptySite();
    const code = bytesOf(
      client,
      files.filter((path) => CODE.test(path)),
    );
    expect((code - bytesOf(empty, filesOfEmptySite(empty))) / KB).toBeLessThanOrEqual(25);
    expect(
      bytesOf(
        client,
        files.filter((path) => !path.endsWith('.webm')),
      ) / KB,
    ).toBeLessThanOrEqual(300);
  });
});

test('the signed-in area needs at most 130 KB of code to start', async () => {
  const { context } = await site.visit('/terms', asUser());
  const page = await context.newPage();
  const files = await filesAskedFor(page, async () => {
    await open(page, '/app');
    await page.getByRole('button', { name: /March 2025/ }).waitFor();
  });
  const code = files.map((path) => (path === '/app' ? '/__spa-fallback.html' : path)).filter((path) => CODE.test(path));
  expect(bytesOf(join(inject('sharedSite').folder, 'client'), code) / KB).toBeLessThanOrEqual(130);
});

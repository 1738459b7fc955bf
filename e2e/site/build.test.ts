// Building and serving from the command line.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { ROOT } from '../repository.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { buildSite, SITE_VARIABLES } from './site-build.ts';
import { startSite } from './site-process.ts';

function run(script: string, environment: Record<string, string>): RunningProcess {
  return RunningProcess.start(process.execPath, [`apps/site/scripts/${script}.ts`], { cwd: ROOT, env: environment });
}

describe('a build', () => {
  test.each(['VITE_PAYMENT_LINK', 'VITE_STANDARD_UNIT_AMOUNT', 'VITE_STANDARD_PRICE_ID'])(
    'without %s fails, and writes nothing',
    async (name) => {
      const folder = join(scratchFolder(), 'build');
      const { exitCode, stderr } = await run('build', { ...SITE_VARIABLES, SITE_BUILD_DIR: folder, [name]: '' }).ended;
      expect([exitCode, stderr]).toEqual([1, `Missing required environment variable ${name}\n`]);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test('with an invalid variable fails, and says why', async () => {
    const environment = { ...SITE_VARIABLES, SITE_BUILD_DIR: scratchFolder(), VITE_STANDARD_UNIT_AMOUNT: '19.99' };
    const { exitCode, stderr } = await run('build', environment).ended;
    expect([exitCode, stderr]).toEqual([1, 'VITE_STANDARD_UNIT_AMOUNT must be a whole number of cents\n']);
  });
});

describe('the build output', () => {
  let client: string;
  beforeAll(async () => {
    client = join(await buildSite(), 'client');
  });

  test('is reproducible', async () => {
    expect(join(await buildSite(), 'client')).toBe(client);
  });

  test('lists the public pages for search engines, and excludes the others', () => {
    const sitemap = readFileSync(join(client, 'sitemap.xml'), 'utf8');
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      ['/', '/privacy', '/terms', '/contact', '/announcement', '/measurements'].map(
        (path) => `http://localhost:3000${path}`,
      ),
    );
    const robots = readFileSync(join(client, 'robots.txt'), 'utf8');
    expect(robots).toMatch(/^Disallow: \/app$/m);
    expect(robots).toMatch(/^Sitemap: http:\/\/localhost:3000\/sitemap\.xml$/m);
  });

  test('contains the licenses of the speech model and its runtime', () => {
    const licenses = readFileSync(join(client, 'model-licenses.txt'), 'utf8');
    for (const words of [/English-language Moonshine speech to text model/, /Microsoft Corporation/, /belladore/i])
      expect(licenses).toMatch(words);
  });

  test('repeats the header’s content security policy in every page', async () => {
    const { url, stop } = await startSite();
    for (const path of ['/', '/privacy', '/login', '/app', '/nowhere']) {
      const response = await fetch(url + path);
      const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await response.text()) ?? [];
      expect(response.headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'none'`);
      expect(policy).not.toMatch(/'unsafe-(inline|eval)'/);
      expect(policy?.includes("'wasm-unsafe-eval'")).toBe(path === '/');
      expect(response.headers.get('permissions-policy')).toContain('microphone=(self)');
    }
    await stop();
  });

  test('serves the speech model compressed and cacheable for good, and its worker with its own policy', async () => {
    const assets = readdirSync(join(client, 'assets'));
    const { url, stop } = await startSite();
    const answerOf = async (pattern: RegExp) => {
      const name = assets.find((asset) => pattern.test(asset));
      // Only its beginning, as sent.
      const { headers, body } = await fetch(`${url}/assets/${name}`, { headers: { 'accept-encoding': 'gzip, br' } });
      await body?.cancel();
      return Object.fromEntries(headers);
    };
    for (const file of [/^encoder_model-.*\.onnx$/, /^decoder_model_merged-.*\.onnx$/, /\.wasm$/]) {
      expect(await answerOf(file)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
      });
    }
    expect(await answerOf(/\.worker-.*\.js$/)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    });
    await stop();
  });
});

describe('serving', () => {
  test('stops on SIGTERM', async () => {
    const serving = run('serve', { SITE_BUILD_DIR: await buildSite(), SITE_PORT: '0' });
    await expect
      .poll(() => serving.stdout, { timeout: 300_000 })
      .toMatch(/^Saykey site is ready on http:\/\/localhost:\d+\n$/);
    serving.signal('SIGTERM');
    expect(await serving.ended).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('says in one line that its port is in use', async () => {
    const { url, stop } = await startSite();
    const { port } = new URL(url);
    const { exitCode, stderr } = await run('serve', { SITE_BUILD_DIR: await buildSite(), SITE_PORT: port }).ended;
    await stop();
    expect([exitCode, stderr]).toEqual([
      1,
      `Port ${port} is taken. Stop what listens there, or set SITE_PORT to another port.\n`,
    ]);
  });

  test('says what to do if nothing has been built yet', async () => {
    const { exitCode, stderr } = await run('serve', { SITE_BUILD_DIR: scratchFolder(), SITE_PORT: '0' }).ended;
    expect([exitCode, stderr]).toEqual([1, 'The site is not built yet: npm run build -w apps/site\n']);
  });
});

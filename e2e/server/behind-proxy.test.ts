// The production setup of docs/deploy.md on this machine: three servers on one database, with Caddy in front of them and of
// the site, configured as in the image; and the site behind nginx.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMe } from '@workspace/contract/auth';
import { getUsage, reportUsage } from '@workspace/contract/usage';
import { createDatabaseIn, type DatabaseAddress } from '@workspace/server/database/bundled/testing/test-cluster';
import { makeCall } from '@workspace/server/testing/test-server';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { ROOT } from '../repository.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { buildSite } from '../site/site-build.ts';
import { findFreePort } from './free-port.ts';
import { createUsers, databaseUrlOf, ServerProcess } from './server-process.ts';
import { BURST_USERS, readStoredUsage, secondsOf, UsageBurst } from './usage-burst.ts';

const SITE_URL = 'http://localhost:3000';

interface PagesFile {
  pages: { paths: string[]; policy: string }[];
  notFound: { policy: string };
  workers: { path: string; policy: string }[];
}

const PATIENCE = { timeout: 300_000, interval: 100 };

let siteFolder: string;
let database: DatabaseAddress;
let environment: Record<string, string>;
let servers: ServerProcess[];
let caddy: Awaited<ReturnType<typeof startCaddy>>;

beforeAll(async () => {
  database = (await createDatabaseIn(inject('cluster'))).connection;
  environment = {
    DATABASE_URL: databaseUrlOf(database),
    TRUST_PROXY: '1',
  };
  [siteFolder, ...servers] = await Promise.all([
    buildSite(),
    ServerProcess.start(environment),
    ServerProcess.start(environment),
    ServerProcess.start(environment),
  ]);
  caddy = await startCaddy(
    siteFolder,
    servers.map(({ url }) => url),
  );
});

async function untilServing(url: string, running: RunningProcess): Promise<void> {
  const ended = running.ended.then(({ stderr }) => Promise.reject(new Error(stderr)));
  const isServing = async () => (await fetch(url).catch(() => undefined)) !== undefined;
  await Promise.race([vi.waitUntil(isServing, { timeout: 300_000, interval: 50 }), ended]);
  ended.catch(() => {});
}

/** Caddy as run in the image, without certificates. */
async function startCaddy(folder: string, serverUrls: readonly string[]) {
  const [sitePort, apiPort] = [await findFreePort(), await findFreePort()];
  const home = scratchFolder();
  const running = RunningProcess.start('caddy', ['run', '--config', join(ROOT, 'deploy/Caddyfile')], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      SITE_HOST: `http://localhost:${sitePort}`,
      API_HOST: `http://localhost:${apiPort}`,
      SITE_FOLDER: folder,
      SERVERS: serverUrls.map((url) => new URL(url).host).join(' '),
    },
  });
  const siteUrl = `http://localhost:${sitePort}`;
  await untilServing(siteUrl, running);
  return { siteUrl, apiUrl: `http://localhost:${apiPort}`, running };
}

/** nginx with the settings written by the build. */
async function startNginx(folder: string): Promise<string> {
  const port = await findFreePort();
  const home = scratchFolder();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; pid ${home}/nginx.pid; error_log stderr; events {}
http {
  include /etc/nginx/mime.types; access_log off; ${paths.join(' ')}
  server { listen 127.0.0.1:${port}; server_name localhost; root ${folder}/client; include ${folder}/nginx-site.conf; }
}`,
  );
  const running = RunningProcess.start('nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-g', 'user root;'], {
    env: { PATH: process.env['PATH'] },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilServing(url, running);
  return url;
}

/** How many requests a server itself has answered since its start. */
async function answeredBy({ url }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const lines = metrics.matchAll(/^\w*http_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe.each([
  ['Caddy', async () => caddy.siteUrl],
  ['nginx', () => startNginx(siteFolder)],
] as const)('The site behind %s', (_, start) => {
  let url: string;
  let site: PagesFile;

  beforeAll(async () => {
    url = await start();
    site = JSON.parse(readFileSync(join(siteFolder, 'pages.json'), 'utf8')) as PagesFile;
  });

  test('serves each page with its own policy', async () => {
    for (const { paths, policy } of site.pages) {
      for (const path of paths) {
        const response = await fetch(url + path);
        expect([path, response.status]).toEqual([path, 200]);
        expect(response.headers.get('content-security-policy')).toBe(policy);
        expect(response.headers.get('x-frame-options')).toBe('DENY');
        expect(await response.text()).toContain('<html');
      }
    }
  });

  test('answers unknown paths with the not-found page and status 404', async () => {
    const response = await fetch(`${url}/nowhere`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toBe(site.notFound.policy);
    expect(await response.text()).toContain('Page Not Found');
  });

  test('serves assets compressed and cacheable for good', async () => {
    const page = await (await fetch(url)).text();
    const [, asset] = /href="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    const response = await fetch(url + asset, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toMatch(/javascript/);
  });

  test('serves a worker with its own policy, and its files compressed', async () => {
    const [worker] = site.workers;
    const program = await fetch(url + worker!.path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(program.headers.get('content-security-policy')).toBe(worker!.policy);
    expect(program.headers.get('cache-control')).toContain('immutable');
    expect(program.headers.get('content-type')).toMatch(/javascript/);
    const model = readdirSync(join(siteFolder, 'client/assets')).find((name) => name.endsWith('.onnx'));
    const { headers, body } = await fetch(`${url}/assets/${model}`, { headers: { 'Accept-Encoding': 'gzip' } });
    await body?.cancel();
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('cache-control')).toContain('immutable');
  });
});

describe('Three servers behind Caddy', () => {
  test('share the requests, and any of them can answer', async () => {
    const [user] = await createUsers(database, 1);
    const before = await Promise.all(servers.map(answeredBy));
    const entries = [{ id: randomUUID(), startedAt: new Date().toISOString(), seconds: 42, timezone: 'UTC' }];
    const options = { token: user!.token };
    const call = makeCall.bind(undefined, caddy.apiUrl, SITE_URL);
    expect(await call(reportUsage, { body: { entries } }, options)).toMatchObject({ ok: true });
    for (let turn = 0; turn < 60; turn += 1) expect(await call(getMe, {}, options)).toMatchObject({ ok: true });
    const today = expect.objectContaining({ totalSeconds: 42 });
    expect(await call(getUsage, {}, options)).toMatchObject({ data: { daily: expect.arrayContaining([today]) } });
    const after = await Promise.all(servers.map(answeredBy));
    for (const [index, count] of after.entries()) expect(count).toBeGreaterThan(before[index]!);
  });

  test('are health-checked individually: one that hangs is taken out, and comes back when it recovers', async () => {
    const [user] = await createUsers(database, 1);
    const sick = servers[2]!;
    const call = () =>
      fetch(`${caddy.apiUrl}/auth/me`, {
        headers: { Authorization: `Bearer ${user!.token}` },
        signal: AbortSignal.timeout(5_000),
      }).then(
        ({ status }) => status,
        () => 'no answer',
      );
    const round = () => Promise.all(Array.from({ length: 30 }, call));
    sick.signal('SIGSTOP');
    await vi
      .waitUntil(async () => (await round()).every((status) => status === 200), PATIENCE)
      .finally(() => {
        sick.signal('SIGCONT');
      });
    const before = await answeredBy(sick);
    await vi.waitUntil(async () => {
      expect(await round()).toEqual(Array(30).fill(200));
      // Health checks and metrics account for a few; a share of the calls for more.
      return (await answeredBy(sick)) > before + 20;
    }, PATIENCE);
  });

  test('can be replaced one by one under load, with every call answered', async () => {
    const proxy = { call: makeCall.bind(undefined, caddy.apiUrl, SITE_URL) } as Pick<ServerProcess, 'call'>;
    const burst = new UsageBurst([proxy], await createUsers(database, BURST_USERS), { isPatient: true });
    for (const [index, old] of servers.entries()) {
      const { port } = new URL(old.url);
      await old.stop();
      servers[index] = await ServerProcess.start({ ...environment, PORT: port });
      const before = await answeredBy(servers[index]!);
      await vi.waitUntil(async () => (await answeredBy(servers[index]!)) > before + 5, PATIENCE);
    }
    await burst.end();
    expect(burst.unacknowledged).toEqual([]);
    const stored = new Set((await readStoredUsage(database)).ids);
    expect(burst.acknowledged.flatMap(({ entries }) => entries).filter(({ id }) => !stored.has(id))).toEqual([]);
  });

  test('hide operators’ endpoints from the public', async () => {
    for (const path of ['/metrics', '/docs', '/openapi.json'])
      expect((await fetch(caddy.apiUrl + path)).status).toBe(404);
    expect((await fetch(`${caddy.apiUrl}/healthz`)).status).toBe(200);
  });

  test('lose no acknowledged dictation and count none twice, when one is killed and another stops', async () => {
    const before = await readStoredUsage(database);
    const users = await createUsers(database, BURST_USERS);
    const proxy = { call: makeCall.bind(undefined, caddy.apiUrl, SITE_URL) } as Pick<ServerProcess, 'call'>;
    const burst = new UsageBurst([proxy], users, { isPatient: true });
    await burst.untilAcknowledged(20);
    await servers[0]!.kill();
    await burst.untilAcknowledged(50);
    await servers[1]!.stop();
    await burst.untilAcknowledged(80);
    await burst.end();
    const after = await readStoredUsage(database);
    const seconds = secondsOf(burst.acknowledged);
    expect(after.ids.length - before.ids.length).toBe(burst.acknowledged.flatMap(({ entries }) => entries).length);
    expect(after.seconds.entries - before.seconds.entries).toBe(seconds);
    expect(after.seconds.months - before.seconds.months).toBe(seconds);
  });
});

test('Without any server, Caddy responds with an error, and logs no tokens from links', async () => {
  const { apiUrl, running } = await startCaddy(siteFolder, [`http://localhost:${await findFreePort()}`]);
  expect((await fetch(`${apiUrl}/email/verify?token=a-token`)).status).toBeGreaterThanOrEqual(502);
  await expect.poll(() => running.stderr).toContain('/email/verify');
  expect(running.stderr).not.toContain('a-token');
});

import type { Call } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import { getHealth, getMetrics, getOpenApi, getReadiness } from '@workspace/contract/service';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Every route of the running server, as `METHOD /path/{parameter}`. */
function routesOf(app: FastifyInstance): string[] {
  const routes: string[] = [];
  const path: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^(?<indent>[│ ]*)[├└]── (?<segment>\S*) \((?<methods>[A-Z, ]+)\)$/.exec(line)?.groups;
    const bare = /^(?<indent>[│ ]*)[├└]── (?<segment>\S+)$/.exec(line)?.groups;
    const { indent = '', segment = '', methods = '' } = found ?? bare ?? {};
    if (segment === '') continue;
    const depth = indent.length / 4;
    path.splice(depth, path.length, segment);
    const url = path.join('').replace(/:(\w+)/g, '{$1}');
    for (const method of methods.split(', ').filter(Boolean)) routes.push(`${method} ${url}`);
  }
  return routes;
}

/** Whether a route comes with the calls: HEAD for each GET, answers to preflights, the files of the page at `/docs`. */
function isBeside(route: string): boolean {
  return /^(HEAD|OPTIONS) /.test(route) || /^GET \/docs\//.test(route);
}

test('The server answers exactly the calls of the contract', () => {
  const declared = Object.values<Call>(CALLS).map(({ method, path }) => `${method} ${path}`);
  const served = routesOf(server.app).filter((route) => !isBeside(route));
  expect(served.toSorted()).toEqual(declared.toSorted());
});

test('Every call is in the contract under only one name', () => {
  const paths = Object.values<Call>(CALLS).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(paths).size).toBe(paths.length);
});

test('The OpenAPI document describes every call and its failures', async () => {
  const document = JSON.parse(await (await fetch(`${server.url}${getOpenApi.path}`)).text());
  for (const [name, { method, path }] of Object.entries<Call>(CALLS)) {
    expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name });
  }
  expect(document.paths['/auth/login'].post.responses['401'].description).toContain('Invalid email or password');
});

test('The API documentation page loads everything that it needs from this server', async () => {
  const response = await fetch(`${server.url}/docs/`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toContain('API');
  for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect((await fetch(new URL(address!, `${server.url}/docs/`))).status, address).toBe(200);
    expect(address).not.toMatch(/^https?:/);
  }
});

describe('The state of the service', () => {
  test('A running server is healthy, and ready if its database answers', async () => {
    expect(await server.call(getHealth, {})).toMatchObject({ ok: true, data: { status: 'ok' } });
    expect(await server.call(getReadiness, {})).toMatchObject({ ok: true, data: { status: 'ok' } });
  });

  test('Metrics count calls by route, never by address', async () => {
    await (await fetch(`${server.url}/download/9.9.9?token=canary`)).text();
    const metrics = async () => (await fetch(`${server.url}${getMetrics.path}`)).text();
    // A call is counted once its answer has gone out; the client may know a little earlier.
    const text = await vi.waitFor(async () => {
      const found = await metrics();
      expect(found.includes('{method="GET",route="/download/:version",status="404"}')).toBe(true);
      return found;
    }, 300_000);
    expect(text).not.toContain('canary');
    expect(text).toContain('oldest_payment_event_seconds 0');
  });

  test('Metrics query the database at most every ten seconds, and report connections and hashes', async () => {
    const metrics = async () => (await fetch(`${server.url}${getMetrics.path}`)).text();
    server.clock.advance(10_000);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    // The job queue runs its own queries now and then.
    const timesAsked = () => {
      const calls: unknown[][] = query.mock.calls;
      const statements = calls.map(([config]) =>
        typeof config === 'string' ? config : (config as { text: string }).text,
      );
      return statements.filter((text) => /count\(\*\)::int as count from jobs\.job|from "payment_events"/.test(text))
        .length;
    };
    const texts = await Promise.all(Array.from({ length: 20 }, metrics));
    expect(timesAsked()).toBe(2);
    server.clock.advance(9_999);
    await metrics();
    expect(timesAsked()).toBe(2);
    server.clock.advance(1);
    await metrics();
    expect(timesAsked()).toBe(4);
    for (const state of ['busy', 'idle', 'waiting'])
      expect(texts[0]).toContain(`database_connections{state="${state}"}`);
    for (const state of ['running', 'waiting']) expect(texts[0]).toContain(`password_hashes{state="${state}"} 0`);
  });

  test('A server without its database is healthy but not ready', async () => {
    const { database, close } = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }, () => {});
    const lonely = await startTestServer({ sharing: server, services: { database } });
    onTestFinished(async () => {
      await lonely.close();
      await close();
    });
    expect(await lonely.call(getHealth, {})).toMatchObject({ ok: true });
    expect(await lonely.call(getReadiness, {})).toMatchObject(refusal('unavailable'));
  });
});

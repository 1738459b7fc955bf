import type { Call, CallInput } from '@workspace/contract/call';
import { type CallAnswer, readAnswer, requestOf } from '@workspace/contract/request';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig, type ServerConfig } from '../config.ts';
import { createServices } from '../create-services.ts';
import { createDatabaseIn } from '../database/bundled/testing/test-cluster.ts';
import { openDatabase, type PoolLimits } from '../database/database.ts';
import { createJobHandlers } from '../jobs/job-handlers.ts';
import type { RenderedMail } from '../mail/mailer.ts';
import type { Services } from '../services.ts';
import './provided-context.ts';
import { silentLog } from './silent-log.ts';
import { TestClock } from './test-clock.ts';

export interface TestServerOptions {
  config?: Partial<ServerConfig>;
  clock?: TestClock;
  /** Services that replace the usual ones. */
  services?: Partial<Services>;
  /** Another server, whose database to share. */
  sharing?: TestServer;
}

/** A browser's cookies by name, sent wherever their path matches. */
export type CookieJar = Map<string, { value: string; path: string }>;

export interface CallOptions {
  token?: string;
  cookies?: CookieJar;
  headers?: Record<string, string>;
}

/** A server on a socket, with its own database, a stopped clock and a mailbox. */
export interface TestServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  /** The emails sent, oldest first. */
  readonly mails: RenderedMail[];
  /**
   * Makes a call as the site does: with its origin, and with the cookies of a jar, which keeps those that come back.
   */
  call<C extends Call>(
    call: C,
    input: CallInput<C>,
    options?: CallOptions,
  ): Promise<CallAnswer<C> & { headers: Headers }>;
  /** Runs all waiting jobs, and returns how many there were. */
  runJobs(): Promise<number>;
  close(): Promise<void>;
}

/** Tests fill tables with large statements, on machines that are busy with other things. */
export const PATIENT_POOL: PoolLimits = { connectTimeoutMs: 60_000, statementTimeoutMs: 120_000 };

/** Starts a server. Close it when done (`onTestFinished`, `afterAll`). */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const location = options.sharing ? locationOf(options.sharing) : await copyDatabase();
  const clock = options.clock ?? options.sharing?.clock ?? new TestClock();
  const mails: RenderedMail[] = options.sharing?.mails ?? [];
  const config: ServerConfig = {
    ...readConfig({ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent' }),
    ...options.config,
  };
  const handle = openDatabase(location, () => {}, PATIENT_POOL);
  const mailer = { send: async (mail: RenderedMail) => void mails.push(mail), close() {} };
  const services: Services = {
    ...createServices({ config, location, handle, log: options.services?.log ?? silentLog, clock, mailer }),
    ...options.services,
  };
  await services.jobs.start();
  const app = await createApp(services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const server: TestServer = {
    url,
    app,
    services,
    clock,
    mails,
    call: (call, input, callOptions) => makeCall(url, config.siteUrl, call, input, callOptions),
    runJobs: () => services.jobs.runPending(createJobHandlers(services)),
    async close() {
      await app.close();
      await services.jobs.stop();
      await handle.close();
    },
  };
  locations.set(server, location);
  return server;
}

const locations = new WeakMap<TestServer, Awaited<ReturnType<typeof copyDatabase>>>();

function locationOf(server: TestServer) {
  const location = locations.get(server);
  if (location === undefined) throw new Error('The server to share with was not started here.');
  return location;
}

async function copyDatabase() {
  const { connection } = await createDatabaseIn(inject('cluster'), { template: inject('migratedDatabase') });
  return connection;
}

/** Makes a call as the site does. See `TestServer.call`. */
export async function makeCall<C extends Call>(
  url: string,
  siteUrl: string,
  call: C,
  input: CallInput<C>,
  { token, cookies, headers = {} }: CallOptions = {},
): Promise<CallAnswer<C> & { headers: Headers }> {
  const request = requestOf(call, input, token);
  const sent = [...(cookies ?? [])].filter(([, { path }]) => request.path.startsWith(path));
  const response = await fetch(`${url}${request.path}`, {
    method: request.method,
    redirect: 'manual',
    headers: {
      Origin: siteUrl,
      ...(sent.length === 0 ? {} : { Cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') }),
      ...request.headers,
      ...headers,
    },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
  const text = await response.text();
  const body: unknown = response.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : undefined;
  return { ...readAnswer(call, response.status, body), headers: response.headers };
}

function keepCookie(jar: CookieJar | undefined, header: string): void {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
  const isExpired = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
  if (isExpired) jar?.delete(name);
  else jar?.set(name, { value, path });
}

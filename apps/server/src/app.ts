import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import helmet from 'helmet';
import { serveAccount } from './account/routes.ts';
import { createAuthentication } from './auth/authenticate.ts';
import { serveGoogleSignIn } from './auth/google-routes.ts';
import { servePasswordSignIn } from './auth/password-routes.ts';
import { serveSessions } from './auth/session-routes.ts';
import { serveBilling } from './billing/routes.ts';
import type { ServerConfig } from './config.ts';
import { serveEmail } from './email/routes.ts';
import { serveHealth } from './health/routes.ts';
import { answerClientError, answerFailures, answerFrameworkError } from './http/answer-failures.ts';
import { createServeCall, originOf } from './http/serve-call.ts';
import { serveReleases } from './releases/routes.ts';
import type { Services } from './services.ts';
import { serveTracking } from './tracking/routes.ts';
import { serveUsage } from './usage/routes.ts';

/** Bodies are small: the largest, a report of 500 dictations, is about 80 kB. */
const MAX_BODY_BYTES = 256 * 1_024;
const MAX_PARAMETER_LENGTH = 512;
const PREFLIGHT_SECONDS = 600;
/** A client that takes longer to send its request is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Creates the HTTP interface to the given services. It isn't listening yet. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    loggerInstance: log,
    // Ids are ours alone: a client's own could forge lines in the log.
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Calls that still arrive on an open connection are answered as usual.
    return503OnClosing: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  });

  readJsonBodies(app);
  answerFailures(app);
  const general = {
    ...securityHeaders(config),
    // Answers are about someone, or about this moment. Those that may be cached set their own header.
    'cache-control': 'no-store',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(general).header('X-Request-Id', request.id);
    done();
  });
  await app.register(cors, {
    origin: originOf(config.siteUrl),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposedHeaders: ['Retry-After'],
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
  await app.register(cookie);
  endConnectionsOnClose(app);
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });

  const authentication = createAuthentication(services);
  const serveCall = createServeCall(app, { authentication, siteUrl: config.siteUrl });
  const feature = { app, serveCall, services, tokens: authentication.tokens };
  // First, since it measures the others.
  await serveHealth(feature);
  await servePasswordSignIn(feature);
  await serveSessions(feature);
  await serveGoogleSignIn(feature);
  await serveEmail(feature);
  await serveUsage(feature);
  await serveTracking(feature);
  await serveBilling(feature);
  await serveReleases(feature);
  await serveAccount(feature);
  return app;
}

/**
 * Returns the security headers of every answer. Computed once: helmet itself would read its settings for each answer.
 */
function securityHeaders({ isProduction }: ServerConfig): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isProduction && { maxAge: 31_536_000, includeSubDomains: true },
    // The site, on another origin, shows and downloads what is served here.
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  setHeaders(request, response, () => {});
  return response.getHeaders();
}

/** Accepts only JSON bodies. An empty one counts as none; one that would reach for an object's prototype is refused. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else parse(request, body, done);
  });
}

/**
 * Returns Fastify's setting. A number is how many proxies are in front: that many of the last listed addresses are
 * theirs.
 */
function trustedProxies(trusted: false | number | string[]) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

/**
 * Closes a connection after a call that is under way during shutdown. Kept open, it would delay closing until it idles
 * out.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    done(null, payload);
  });
}

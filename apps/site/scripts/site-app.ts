import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { securityHeaders } from './security-headers.ts';
import { type SitePage, servedFiles, sitePagesSchema } from './site-pages.ts';
import { CACHE_CONTROL, isHashedAsset } from './web-server-forms.ts';

/** Browsers treat these as other sites than localhost, and don't send our cookies to the server from there. */
const NAMELESS_HOSTS = new Set(['127.0.0.1', '[::1]']);

/** The response for a path. */
interface Answer {
  file: string;
  headers: Record<string, string>;
}

/**
 * Creates an HTTP server for a build: pages and files at their own paths, the 404 page with status 404 everywhere else.
 *
 * @param folder the build's folder, which contains `client` and `pages.json`
 */
export async function createSiteApp(folder: string): Promise<FastifyInstance> {
  const client = join(folder, 'client');
  const { siteUrl, pages, notFound, workers } = sitePagesSchema.parse(
    JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')),
  );
  const answers = new Map<string, Answer>();
  for (const path of servedFiles(client)) answers.set(path, answerWithFile(path));
  for (const { path, policy } of workers) {
    answers.set(path, withPolicy(answerWithFile(path), policy));
  }
  for (const page of pages) for (const path of page.paths) answers.set(path, answerWithPage(page));
  const elsewhere = answerWithPage(notFound);

  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, { root: client, serve: false, preCompressed: true, cacheControl: false });
  app.addHook('onRequest', async (request, reply) => {
    if (NAMELESS_HOSTS.has(request.hostname)) {
      const { port } = request;
      return reply.redirect(`http://localhost${port === null ? '' : `:${port}`}${request.url}`, 307);
    }
    reply.headers(securityHeaders({ siteUrl }));
  });
  app.get('/*', (request, reply) => {
    const path = pathOf(request.url);
    const answer = answers.get(path);
    if (answer !== undefined) return reply.headers(answer.headers).sendFile(answer.file);
    const withoutSlash = path.replace(/\/+$/, '');
    if (path !== withoutSlash && answers.has(withoutSlash)) {
      return reply.redirect(withoutSlash + request.url.slice(path.length), 308);
    }
    return reply.callNotFound();
  });
  // Always sent in full: no conditional or range requests.
  const whole = { etag: false, lastModified: false, acceptRanges: false };
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).headers(elsewhere.headers).sendFile(elsewhere.file, whole),
  );
  return app;
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function answerWithFile(path: string): Answer {
  const kind = isHashedAsset(path) ? 'asset' : 'file';
  return { file: path.slice(1), headers: { 'Cache-Control': CACHE_CONTROL[kind] } };
}

function answerWithPage({ file, policy }: SitePage): Answer {
  return withPolicy({ file, headers: { 'Cache-Control': CACHE_CONTROL.page } }, policy);
}

function withPolicy({ file, headers }: Answer, policy: string): Answer {
  return { file, headers: { ...headers, 'Content-Security-Policy': policy } };
}

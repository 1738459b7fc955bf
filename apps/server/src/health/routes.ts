import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { getDocs, getHealth, getMetrics, getOpenApi, getReadiness } from '@workspace/contract/service';
import { sql } from 'drizzle-orm';
import type { FeatureContext } from '../http/feature.ts';
import { createMetrics } from './metrics.ts';
import { createOpenApiDocument } from './openapi-document.ts';

/** The page is served entirely from here, with inline styles. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function serveHealth({ app, serveCall, services }: FeatureContext): Promise<void> {
  const { config, database } = services;
  const metrics = createMetrics(app, services);
  const document = JSON.stringify(createOpenApiDocument(config.publicApiUrl));

  serveCall(getHealth, async () => ({ status: 'ok' as const }));
  serveCall(getReadiness, async () => {
    await database.execute(sql`select 1`);
    return { status: 'ok' as const };
  });
  serveCall(getMetrics, async ({ reply }) => reply.type(metrics.contentType).send(await metrics.metrics()));
  serveCall(getOpenApi, async ({ reply }) => reply.type('application/json; charset=utf-8').send(document));

  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(document) } });
  await app.register(swaggerUi, {
    routePrefix: getDocs.path,
    staticCSP: DOCS_POLICY,
    // No outside service is asked whether the description is valid.
    uiConfig: { validatorUrl: null },
    theme: { title: `${PRODUCT_NAME} API` },
  });
}

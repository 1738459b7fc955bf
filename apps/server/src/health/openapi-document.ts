import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type Call, failureBodySchema, failuresOf } from '@workspace/contract/call';
import { CALLS } from '@workspace/contract/calls';
import { FAILURES } from '@workspace/contract/failures';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';

/** Describes every call of the contract (OpenAPI 3.1). */
export function createOpenApiDocument(publicApiUrl: string): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: '3.1.0',
    info: { title: `${PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: publicApiUrl }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths: describePaths(),
  });
}

function describePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describe(name, call) };
  }
  return paths;
}

function describe(name: string, call: Call): ZodOpenApiOperationObject {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1] ?? ''],
    ...(call.access === 'bearer' ? { security: [{ bearer: [] }] } : {}),
    ...(call.params || call.query instanceof z.ZodObject
      ? {
          requestParams: {
            ...(call.params ? { path: call.params } : {}),
            ...(call.query instanceof z.ZodObject ? { query: call.query } : {}),
          },
        }
      : {}),
    ...(call.body ? { requestBody: { required: true, content: { 'application/json': { schema: call.body } } } } : {}),
    ...(call.rawBody ? { requestBody: { required: true, content: { 'application/json': {} } } } : {}),
    responses: { ...describeAnswer(call), ...describeFailures(call) },
  };
}

function describeAnswer({ answer }: Call): ZodOpenApiResponsesObject {
  switch (answer.kind) {
    case 'data':
      return {
        [`${answer.status}`]: {
          description: 'It is done.',
          content: { 'application/json': { schema: z.object({ data: answer.data }) } },
        },
      };
    case 'redirect':
      return { '302': { description: 'It goes on at the address in Location.' } };
    case 'content':
      return { '200': { description: 'As it is.', content: { [answer.contentType]: {} } } };
  }
}

function describeFailures(call: Call): ZodOpenApiResponsesObject {
  const byStatus = Object.groupBy(failuresOf(call), (code) => `${FAILURES[code].status}`);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => FAILURES[code].message).join(' Or: '),
        content: { 'application/json': { schema: failureBodySchema } },
      },
    ]),
  );
}

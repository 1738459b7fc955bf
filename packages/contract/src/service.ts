import { z } from 'zod';
import { declareCall } from './call.ts';

const okSchema = z.object({ status: z.literal('ok') });

export const getHealth = declareCall({
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the process answers.',
  access: 'anyone',
  answer: { kind: 'data', status: 200, data: okSchema },
  failures: [],
});

export const getReadiness = declareCall({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether calls can be served: the database answers.',
  access: 'anyone',
  answer: { kind: 'data', status: 200, data: okSchema },
  failures: [],
});

export const getMetrics = declareCall({
  method: 'GET',
  path: '/metrics',
  summary: 'Figures for Prometheus.',
  access: 'anyone',
  answer: { kind: 'content', contentType: 'text/plain' },
  failures: [],
});

export const getOpenApi = declareCall({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description.',
  access: 'anyone',
  answer: { kind: 'content', contentType: 'application/json' },
  failures: [],
});

export const getDocs = declareCall({
  method: 'GET',
  path: '/docs',
  summary: 'This description, to read.',
  access: 'anyone',
  answer: { kind: 'content', contentType: 'text/html' },
  failures: [],
});

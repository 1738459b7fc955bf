import { z } from 'zod';
import { declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';

const okSchema = z.object({ status: z.literal('ok') });

export const getHealth = declareCall({
  ...CALL_ADDRESSES.getHealth,
  summary: 'Whether the process answers.',
  answer: { kind: 'data', status: 200, data: okSchema },
  failures: [],
});

export const getReadiness = declareCall({
  ...CALL_ADDRESSES.getReadiness,
  summary: 'Whether calls can be served: the database answers.',
  answer: { kind: 'data', status: 200, data: okSchema },
  failures: [],
});

export const getMetrics = declareCall({
  ...CALL_ADDRESSES.getMetrics,
  summary: 'Figures for Prometheus.',
  answer: { kind: 'content', contentType: 'text/plain' },
  failures: [],
});

export const getOpenApi = declareCall({
  ...CALL_ADDRESSES.getOpenApi,
  summary: 'This description.',
  answer: { kind: 'content', contentType: 'application/json' },
  failures: [],
});

export const getDocs = declareCall({
  ...CALL_ADDRESSES.getDocs,
  summary: 'This description, to read.',
  answer: { kind: 'content', contentType: 'text/html' },
  failures: [],
});

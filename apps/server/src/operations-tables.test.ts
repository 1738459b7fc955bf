import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { EVENT_TYPES } from './billing/payment-events.ts';
import { HOUR_MS, MINUTE_MS } from './clock.ts';
import { RATE_LIMITS, type RateLimit } from './http/rate-limits.ts';
import { QUEUE_NAMES } from './jobs/queues.ts';
import { code, operationsSection, operationsTable } from './testing/document-tables.ts';

/** As the table writes it, such as `200 in 1 h`. */
function describeLimit({ count, windowMs }: RateLimit): string {
  const isHours = windowMs >= HOUR_MS;
  return `${count} in ${windowMs / (isHours ? HOUR_MS : MINUTE_MS)} ${isHours ? 'h' : 'min'}`;
}

describe('docs/operations.md', () => {
  test('gives every rate limit', () => {
    const limits: Record<string, { [scope: string]: RateLimit }> = RATE_LIMITS;
    const rows = Object.entries(limits).map(([call, byScope]) => [
      code(call),
      ...['address', 'account', 'session'].map((scope) => (byScope[scope] ? describeLimit(byScope[scope]) : '')),
    ]);
    expect(operationsTable('Rate limits')).toEqual(rows);
  });

  test('names the events that the webhook needs, and the version that the SDK asks for', () => {
    const section = operationsSection('Payments');
    expect(/\n```\n([^`]+)\n```\n/.exec(section)?.[1]?.split('\n')).toEqual(EVENT_TYPES);
    expect(section).toContain(code(Stripe.API_VERSION));
  });

  test('names every queue', () => {
    expect(operationsTable('Jobs').map(([queue]) => queue)).toEqual(QUEUE_NAMES.map(code));
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { EVENT_TYPES } from './billing/payment-events.ts';
import { RETENTION } from './clean-up/remove-expired.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';
import { readConfig } from './config.ts';
import { RATE_LIMITS, type RateLimit } from './http/rate-limits.ts';
import { QUEUE_NAMES } from './jobs/queues.ts';
import { code, readSection, readTable } from './testing/document-tables.ts';
import { TABLES } from './testing/schema-tables.ts';

/** Formats a limit as the table does, for example `200 in 1 h`. */
function describeLimit({ count, windowMs }: RateLimit): string {
  const isHours = windowMs >= HOUR_MS;
  return `${count} in ${windowMs / (isHours ? HOUR_MS : MINUTE_MS)} ${isHours ? 'h' : 'min'}`;
}

describe('docs/deploy.md', () => {
  test('names the events that the webhook needs and the API version that the SDK uses', () => {
    const section = readSection('deploy.md', 'Payments');
    expect(/\n```\n([^`]+)\n```\n/.exec(section)?.[1]?.split('\n')).toEqual(EVENT_TYPES);
    expect(section).toContain(code(Stripe.API_VERSION));
  });
});

describe('docs/runbook.md', () => {
  test('gives every rate limit', () => {
    const limits: Record<string, { [scope: string]: RateLimit }> = RATE_LIMITS;
    const rows = Object.entries(limits).map(([call, byScope]) => [
      code(call),
      ...['address', 'account', 'session'].map((scope) => (byScope[scope] ? describeLimit(byScope[scope]) : '')),
    ]);
    expect(readTable('runbook.md', 'Rate limits')).toEqual(rows);
  });

  test('names every queue', () => {
    expect(readTable('runbook.md', 'Jobs').map(([queue]) => queue)).toEqual(QUEUE_NAMES.map(code));
  });
});

test('SECURITY.md names the variables for the contact address and its default', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8');
  for (const variable of ['SUPPORT_EMAIL', 'VITE_SUPPORT_EMAIL']) expect(text).toContain(code(variable));
  expect(text).toContain(code(readConfig({}).supportEmail));
});

describe('docs/security.md', () => {
  const STORED = new Map(
    readTable('security.md', 'What is stored, and for how long').map(([table = '', , until = '']) => [table, until]),
  );

  test('names every table', () => {
    expect([...STORED.keys()].toSorted()).toEqual([...TABLES.map(getTableName), 'jobs.job'].map(code).toSorted());
  });

  test.each([
    ['registrations', RETENTION.registrationEndedMs],
    ['users', RETENTION.registrationEndedMs],
    ['known_browsers', RETENTION.browserLastSeenMs],
    ['payment_events', RETENTION.paymentEventProcessedMs],
    ['tracking_events', RETENTION.trackingEventMs],
    ['audit_events', RETENTION.auditEventMs],
  ])('says how long %s are kept', (table, keptMs) => {
    expect(STORED.get(code(table))).toContain(`${keptMs / DAY_MS} days`);
  });
});

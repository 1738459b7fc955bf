import { randomUUID } from 'node:crypto';
import { type TrackingEvent, track } from '@workspace/contract/tracking';
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rateLimits, trackingEvents } from '../database/schema.ts';
import { RATE_LIMITS, RateLimits } from '../http/rate-limits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });

const stored = (sessionId: string) =>
  server.services.database
    .select()
    .from(trackingEvents)
    .where(eq(trackingEvents.sessionId, sessionId))
    .orderBy(asc(trackingEvents.id));

describe('an event', () => {
  it('is stored as sent, with its time of arrival, before it is answered', async () => {
    const sessionId = randomUUID();
    const event = {
      sessionId,
      event: 'demo_video_progress',
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: 'spring',
      utmTerm: 'type by voice',
      utmContent: 'top',
      metadata: { videoUrl: '/demo.mp4', percent: 25, timestamp: 1.5, nested: { list: [1, 'ü', null, true] } },
    };
    const answer = await server.call(track, { body: event });
    expect(answer).toMatchObject({ ok: true, status: 202, data: { recorded: true } });
    expect(await stored(sessionId)).toEqual([{ ...event, id: expect.any(Number), receivedAt: server.clock.now() }]);
  });

  it('needs only a session and a name', async () => {
    const sessionId = randomUUID();
    expect(await server.call(track, { body: { sessionId, event: 'page_view', utmTerm: null } })).toMatchObject({
      ok: true,
    });
    expect(await stored(sessionId)).toMatchObject([{ event: 'page_view', utmSource: null, metadata: null }]);
  });

  it('is not mixed up with concurrent events', async () => {
    const sessionIds = Array.from({ length: 60 }, () => randomUUID());
    const answers = await Promise.all(
      sessionIds.map((sessionId, index) =>
        server.call(track, { body: { sessionId, event: `event ${index}`, metadata: { index } } }),
      ),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    for (const [index, sessionId] of sessionIds.entries()) {
      expect(await stored(sessionId)).toMatchObject([{ event: `event ${index}`, metadata: { index } }]);
    }
  });

  it('stores nothing else: no network address and no unknown fields', async () => {
    const sessionId = randomUUID();
    const body = {
      sessionId,
      event: 'page_view',
      id: 7,
      receivedAt: '1999-01-01',
      received_at: 'x',
      ip: '203.0.113.9',
    };
    const response = await send(JSON.stringify(body), { 'X-Forwarded-For': '203.0.113.9' });
    expect(response.status).toBe(202);
    const [row] = await stored(sessionId);
    expect(row?.receivedAt).toEqual(server.clock.now());
    const { rows } = await server.services.database.execute<{ row: string }>(
      sql`select tracking_events::text as row from tracking_events where session_id = ${sessionId}`,
    );
    expect(rows[0]?.row).not.toMatch(/203\.0\.113\.9|127\.0\.0\.1|1999/);
    const columns = Object.keys(row ?? {});
    expect(columns).not.toContain('ip');
  });

  it('is stored and answered even if the server closes in the meantime', async () => {
    const arrived = Promise.withResolvers<void>();
    class WatchedRateLimits extends RateLimits {
      override async count() {
        arrived.resolve();
      }
    }
    const closing = await startTestServer({
      sharing: server,
      services: { rateLimits: new WatchedRateLimits(server.services) },
    });
    const sessionId = randomUUID();
    const answer = closing.call(track, { body: { sessionId, event: 'page_view' } });
    await arrived.promise;
    await closing.close();
    expect(await answer).toMatchObject({ ok: true, status: 202 });
    expect(await stored(sessionId)).toHaveLength(1);
  });
});

describe('rejects with a clear answer', () => {
  const event = { sessionId: 'a-session', event: 'page_view' };
  const deep = (depth: number) =>
    JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as TrackingEvent['metadata'];

  it.each<[string, object, string]>([
    ['no session', { event: 'page_view' }, 'sessionId is missing.'],
    ['no name', { sessionId: 'a-session' }, 'event is missing.'],
    ['an empty session', { ...event, sessionId: '' }, 'sessionId must be at least 1 long.'],
    ['a long name', { ...event, event: 'x'.repeat(101) }, 'event must be at most 100 long.'],
    ['a long campaign', { ...event, utmCampaign: 'x'.repeat(201) }, 'utmCampaign must be at most 200 long.'],
    ['a source that is not a string', { ...event, utmSource: 7 }, 'utmSource must be of type string.'],
    ['metadata that is a list', { ...event, metadata: [] }, 'metadata must be of type record.'],
    ['too much metadata', { ...event, metadata: { text: 'x'.repeat(4_096) } }, 'metadata is too large.'],
    [
      'metadata that is too deep',
      { ...event, metadata: deep(9) },
      "metadata is too deep, or holds what can't be stored.",
    ],
    ['a null character', { ...event, event: 'page\0view' }, "event holds characters that can't be stored."],
    ['half a surrogate pair', { ...event, utmTerm: 'a\ud800b' }, "utmTerm holds characters that can't be stored."],
    [
      'a null character in metadata',
      { ...event, metadata: { list: [{ path: '/\0' }] } },
      "metadata is too deep, or holds what can't be stored.",
    ],
    [
      'half a surrogate pair in a metadata key',
      { ...event, metadata: { list: [{ '\udc00': 1 }] } },
      "metadata is too deep, or holds what can't be stored.",
    ],
  ])('%s', async (_, body, message) => {
    const response = await send(JSON.stringify(body));
    expect(await response.json()).toEqual({ errors: [message] });
    expect(response.status).toBe(400);
  });

  it.each([
    ['numbers that are too large', '{"sessionId":"s","event":"e","metadata":{"n":1e400}}', 400],
    [
      'metadata as deep as a body can be',
      `{"sessionId":"s","event":"e","metadata":{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}}`,
      400,
    ],
    ['an attempt to set the prototype', '{"sessionId":"s","event":"e","metadata":{"__proto__":{"a":1}}}', 400],
    ['malformed JSON', '{"sessionId"', 400],
    ['an empty body', '', 400],
    ['a list', '[]', 400],
    ['more than 16 KiB', JSON.stringify({ ...event, other: 'x'.repeat(16 * 1_024) }), 413],
  ])('%s', async (_, body, status) => {
    const response = await send(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ errors: expect.arrayContaining([expect.any(String)]) });
  });

  it('a body whose type is not JSON', async () => {
    expect((await send('sessionId=1', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

it('metadata is stored up to its limits', async () => {
  const sessionId = randomUUID();
  const metadata = { a: { b: { c: { d: { e: { f: { g: {} } } } } } }, text: 'x'.repeat(3_900) };
  expect(await server.call(track, { body: { sessionId, event: 'e', metadata } })).toMatchObject({ ok: true });
  expect(await stored(sessionId)).toMatchObject([{ metadata }]);
});

it('any JSON sent as metadata is stored unchanged or rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
      async (metadata) => {
        // Stays within what a visitor may send per minute.
        server.clock.advance(1_000);
        const sessionId = randomUUID();
        const response = await send(JSON.stringify({ sessionId, event: 'e', metadata }));
        expect([202, 400]).toContain(response.status);
        if (response.status !== 202) return;
        const [row] = await stored(sessionId);
        expect(row?.metadata).toEqual(JSON.parse(JSON.stringify(metadata)));
      },
    ),
    { numRuns: 100 },
  );
});

it('fails all waiting calls if events cannot be written, and writes later ones once that works again', async () => {
  const failing = await startTestServer();
  onTestFinished(() => failing.close());
  const { database } = failing.services;
  await database.execute(sql`alter table tracking_events rename to away`);
  const body = { sessionId: 'a-session', event: 'page_view' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => failing.call(track, { body })));
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  await database.execute(sql`alter table away rename to tracking_events`);
  expect(await failing.call(track, { body })).toMatchObject({ ok: true });
});

it('limits events per network address', async () => {
  const limited = await startTestServer();
  onTestFinished(() => limited.close());
  const body = { sessionId: 'a-session', event: 'page_view' };
  await limited.call(track, { body });
  await limited.services.database.update(rateLimits).set({ count: RATE_LIMITS.track.address.count });
  const answer = await limited.call(track, { body }, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('60');
});

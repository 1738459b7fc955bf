import { trackingEventSchema } from '@workspace/contract/tracking';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer, fail, type Step, succeed } from '../api/testing/fake-server.ts';
import { createTracker } from './tracker.ts';
import { readUtm } from './utm.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

class MemoryStorage {
  readonly values = new Map<string, string>();

  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
}

function openBrowser(...steps: Step[]) {
  const state = { hasToken: false };
  const sendWithToken = vi.fn(async () => {});
  const server = new FakeServer(...steps);
  const localStorage = new MemoryStorage();
  const sessionStorage = new MemoryStorage();
  let made = 0;
  const load = (landingSearch = '', isRefused = false) =>
    createTracker({
      apiBaseUrl: 'http://server',
      fetch: server.fetch,
      localStorage,
      sessionStorage,
      landingSearch,
      hasToken: () => state.hasToken,
      sendWithToken,
      isRefused,
      randomUuid: () => `id-${++made}`,
    });
  const sent = () => server.requests.map(({ body }) => JSON.parse(body ?? ''));
  return { state, sendWithToken, server, localStorage, sessionStorage, load, sent };
}

const recorded = () => succeed({ recorded: true }, 202);

describe('an event', () => {
  test('of a visitor is sent with keepalive and cookies, but without a token', async () => {
    const { server, sent, load } = openBrowser(recorded());
    await load().track('page_view', { path: '/' });
    expect(server.paths).toEqual(['POST /track']);
    expect(server.requests[0]?.headers.has('Authorization')).toBe(false);
    expect(server.requests[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(server.requests[0]?.init).toMatchObject({ keepalive: true, credentials: 'include' });
    expect(sent()).toEqual([{ sessionId: 'id-1', event: 'page_view', metadata: { path: '/' } }]);
    expect(trackingEventSchema.safeParse(sent()[0]).success).toBe(true);
  });

  test('is sent with the token once there is one, with the same session and campaign', async () => {
    const { state, sendWithToken, server, load } = openBrowser(recorded());
    const tracker = load('?utm_source=news');
    await tracker.track('page_view', { path: '/login' });
    state.hasToken = true;
    await tracker.track('page_view', { path: '/app' });
    expect(server.requests).toHaveLength(1);
    const event = { sessionId: 'id-1', event: 'page_view', utmSource: 'news', metadata: { path: '/app' } };
    expect(sendWithToken.mock.calls).toEqual([[event]]);
  });

  test('that fails with the token only logs a warning', async () => {
    const { state, sendWithToken, load } = openBrowser();
    state.hasToken = true;
    sendWithToken.mockRejectedValue(new Error('Too many.'));
    await load().track('page_view', { path: '/app' });
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  test('carries a session ID that is created once and kept', async () => {
    const { localStorage, sent, load } = openBrowser(recorded(), recorded(), recorded());
    const tracker = load();
    await tracker.track('page_view', { path: '/' });
    await tracker.track('page_view', { path: '/terms' });
    await load().track('page_view', { path: '/' });
    expect(sent().map(({ sessionId }) => sessionId)).toEqual(['id-1', 'id-1', 'id-1']);
    expect(localStorage.getItem('session_id')).toBe('id-1');
  });

  test('carries the campaign of the landing URL, even after a reload', async () => {
    const { sent, load } = openBrowser(recorded(), recorded(), recorded());
    const campaign = {
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: 'spring',
      utmTerm: 'dictation',
      utmContent: 'top',
    };
    const search =
      '?utm_source=news&utm_medium=mail&utm_campaign=spring&utm_term=dictation&utm_content=top&token=secret';
    const tracker = load(search);
    await tracker.track('page_view', { path: '/' });
    await tracker.track('page_view', { path: '/terms' });
    await load().track('page_view', { path: '/terms' });
    for (const event of sent()) expect(event).toMatchObject(campaign);
    expect(JSON.stringify(sent())).not.toContain('secret');
  });

  test('of a new campaign has no fields of the old one', async () => {
    const { sent, load } = openBrowser(recorded(), recorded());
    await load('?utm_source=news&utm_medium=mail').track('page_view', { path: '/' });
    await load('?utm_source=friend').track('page_view', { path: '/' });
    expect(sent()[1]).toEqual({ sessionId: 'id-1', event: 'page_view', utmSource: 'friend', metadata: { path: '/' } });
  });

  test('is not sent, and stores nothing, if the user opts out', async () => {
    const { server, localStorage, sessionStorage, load } = openBrowser();
    await load('?utm_source=news', true).track('page_view', { path: '/' });
    expect(server.requests).toEqual([]);
    expect([localStorage.values.size, sessionStorage.values.size]).toEqual([0, 0]);
  });

  test.each<[string, Step]>([
    ['is refused', fail(429, 'Too many.')],
    ['is lost', 'lost'],
  ])('that %s only logs a warning', async (_, step) => {
    const { load } = openBrowser(step);
    await load().track('page_view', { path: '/' });
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  test('only logs a warning if the stored campaign is corrupt', async () => {
    const { server, sessionStorage, load } = openBrowser(recorded());
    sessionStorage.setItem('utm', '{');
    await load().track('page_view', { path: '/' });
    expect(console.warn).toHaveBeenCalledTimes(1);
    expect(server.requests).toEqual([]);
  });
});

describe('the campaign in a URL', () => {
  test('is always valid for the server', () => {
    const long = fc.string({ unit: 'binary', minLength: 190, maxLength: 230, size: 'max' });
    const value = fc.oneof(fc.string({ unit: 'binary' }), long);
    fc.assert(
      fc.property(value, value, (source, term) => {
        const search = `?${new URLSearchParams({ utm_source: source, utm_term: term })}`;
        const event = { sessionId: 'id', event: 'page_view', ...readUtm(search) };
        expect(trackingEventSchema.safeParse(event).success).toBe(true);
      }),
    );
  });

  test('is truncated to the maximum length without splitting a character', () => {
    const read = (source: string) => readUtm(`?${new URLSearchParams({ utm_source: source })}`).utmSource;
    expect(read('x'.repeat(201))).toBe('x'.repeat(200));
    expect(read(`${'x'.repeat(199)}😀`)?.isWellFormed()).toBe(true);
  });

  test('is read verbatim, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(readUtm(`?${new URLSearchParams({ utm_campaign: text })}`)).toEqual({ utmCampaign: text });
      }),
    );
  });
});

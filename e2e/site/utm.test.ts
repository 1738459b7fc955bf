import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { API_URL, SITE_URL } from './addresses.ts';
import type { FakeApi } from './fake-api.ts';
import { accessToken, answerForUser, BETA_TESTER, RELEASE } from './signed-in.ts';
import { open, useSite } from './visits.ts';

const site = useSite();

interface TrackedEvent extends Utm {
  sessionId: string;
  event: string;
  metadata: { path?: string };
}

type Utm = Partial<typeof CAMPAIGN>;

const LANDING = '/?utm_source=mail&utm_medium=letter&utm_campaign=spring%20sale&utm_term=a%26b&utm_content=%C3%BC';
const CAMPAIGN = {
  utmSource: 'mail',
  utmMedium: 'letter',
  utmCampaign: 'spring sale',
  utmTerm: 'a&b',
  utmContent: 'ü',
};

const script = (api: FakeApi) => api.answer(CALLS.getLatestRelease, RELEASE);

/** What every event so far was of, a path or else its name, and its campaign, in order. */
function viewsOf(api: FakeApi): [string, Utm][] {
  return api.sent(CALLS.track).map(({ body }) => {
    const { sessionId, event, metadata, ...campaign } = body as TrackedEvent;
    return [metadata.path ?? event, campaign];
  });
}

const storedIn = (page: Page) =>
  page.evaluate<Record<string, string>>('({ ...sessionStorage })').then(({ utm }) => JSON.parse(utm ?? 'null'));

describe('the campaign that a visitor came by', () => {
  test('comes with every event, over pages, a reload and the sign-in', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    expect(await storedIn(page)).toEqual(CAMPAIGN);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await api.untilSent(CALLS.track, 2);
    await page.reload();
    await api.untilSent(CALLS.track, 3);
    // Without an account, that leads to the sign-in page.
    await open(page, '/app');
    await page.waitForURL(`${SITE_URL}/login`);
    await api.untilSent(CALLS.track, 5);
    answerForUser(api);
    api.answer(CALLS.login, { token: accessToken() });
    await page.getByLabel('Email address').fill(BETA_TESTER.email);
    await page.getByLabel('Password').fill('a long enough password');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${SITE_URL}/app`);
    await api.untilSent(CALLS.track, 6);
    expect(viewsOf(api)).toEqual(['/', '/terms', '/terms', '/app', '/login', '/app'].map((path) => [path, CAMPAIGN]));
  });

  test('comes back with the visitor from Google', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    await page.route('**/auth/google/authorize', (route) =>
      route.fulfill({ status: 302, headers: { Location: `${SITE_URL}/auth/google/callback?code=c&state=s` } }),
    );
    answerForUser(api);
    api.answer(CALLS.finishGoogleSignIn, { action: 'authenticate', token: accessToken() });
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.waitForURL(`${SITE_URL}/app`);
    await api.untilSent(CALLS.track, 4);
    expect(viewsOf(api)).toEqual(['/', '/login', '/auth/google/callback', '/app'].map((path) => [path, CAMPAIGN]));
    expect(JSON.stringify(api.sent(CALLS.track))).not.toMatch(/code=|state=/);
  });

  test('comes with what is counted of the demo', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await page.getByRole('button', { name: 'Play the demo' }).click();
    await api.untilSent(CALLS.track, 2);
    expect(viewsOf(api).slice(0, 2)).toEqual([
      ['/', CAMPAIGN],
      ['demo_video_play', CAMPAIGN],
    ]);
  });

  test('is kept in memory too: events go on where the storage is emptied', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    await page.evaluate('sessionStorage.clear()');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await api.untilSent(CALLS.track, 2);
    expect(viewsOf(api)[1]).toEqual(['/terms', CAMPAIGN]);
  });

  test('is that of its tab: another tab has none, or its own', async () => {
    const { page, api, context } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    const plain = await context.newPage();
    await open(plain, '/contact');
    await api.untilSent(CALLS.track, 2);
    expect(await storedIn(plain)).toBeNull();
    const other = await context.newPage();
    await open(other, '/terms?utm_source=friend');
    await api.untilSent(CALLS.track, 3);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await api.untilSent(CALLS.track, 4);
    expect(viewsOf(api)).toEqual([
      ['/', CAMPAIGN],
      ['/contact', {}],
      ['/terms', { utmSource: 'friend' }],
      ['/privacy', CAMPAIGN],
    ]);
    // One visitor, all the same.
    const ids = new Set(api.sent(CALLS.track).map(({ body }) => (body as TrackedEvent).sessionId));
    expect(ids.size).toBe(1);
  });

  test('gives way to that of a later link as a whole', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    await open(page, '/terms?utm_source=friend');
    await api.untilSent(CALLS.track, 2);
    await open(page, '/contact');
    await api.untilSent(CALLS.track, 3);
    expect(viewsOf(api).slice(1)).toEqual([
      ['/terms', { utmSource: 'friend' }],
      ['/contact', { utmSource: 'friend' }],
    ]);
  });
});

describe('where the browser says that its user wants no tracking', () => {
  test('nothing is sent and nothing is stored, whatever is done', async () => {
    const { context } = await site.openBrowser();
    await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
    const sent: string[] = [];
    await context.route(`${API_URL}/**`, (route, request) => {
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
      return route.fulfill({ json: { data: RELEASE } });
    });
    const page = await context.newPage();
    await open(page, LANDING);
    await page.getByRole('button', { name: 'Play the demo' }).click();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email address').waitFor();
    expect(sent.filter((call) => call.includes('/track'))).toEqual([]);
    const stored = await page.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
    expect(stored).not.toContain('session_id');
    expect(stored).not.toContain('utm');
    expect(await context.cookies()).toEqual([]);
  });

  test('a session id from before goes nowhere', async () => {
    const { page, api, context } = await site.visit('/terms', {
      storage: { session_id: 'from-before' },
      context: {},
    });
    await api.untilSent(CALLS.track);
    await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
    await open(page, '/contact?utm_source=mail');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
    expect(viewsOf(api)).toEqual([['/terms', {}]]);
    expect(await storedIn(page)).toBeNull();
  });
});

import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { API_URL, SITE_URL } from './addresses.ts';
import type { FakeApi } from './fake-api.ts';
import { accessToken, answerForUser, BETA_TESTER, RELEASE } from './signed-in.ts';
import { declineTracking, open, useSite } from './visits.ts';

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

/** Every event so far, in order: its path or name, and its campaign. */
function viewsOf(api: FakeApi): [string, Utm][] {
  return api.sent(CALLS.track).map(({ body }) => {
    const { sessionId, event, metadata, ...campaign } = body as TrackedEvent;
    return [metadata.path ?? event, campaign];
  });
}

const storedIn = (page: Page) =>
  page.evaluate<Record<string, string>>('({ ...sessionStorage })').then(({ utm }) => JSON.parse(utm ?? 'null'));

describe('the campaign that brought a visitor', () => {
  test('is sent with every event, across pages, a reload and signing in', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    expect(await storedIn(page)).toEqual(CAMPAIGN);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await api.untilSent(CALLS.track, 2);
    await page.reload();
    await api.untilSent(CALLS.track, 3);
    // Without an account this leads to the sign-in page.
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

  test('survives the redirect to Google and back', async () => {
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

  test('is sent with the demo’s events', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await page.getByRole('button', { name: 'Play the demo' }).click();
    await api.untilSent(CALLS.track, 2);
    expect(viewsOf(api).slice(0, 2)).toEqual([
      ['/', CAMPAIGN],
      ['demo_video_play', CAMPAIGN],
    ]);
  });

  test('is kept in memory too, in case the storage is cleared', async () => {
    const { page, api } = await site.visit(LANDING, { script });
    await api.untilSent(CALLS.track);
    await page.evaluate('sessionStorage.clear()');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await api.untilSent(CALLS.track, 2);
    expect(viewsOf(api)[1]).toEqual(['/terms', CAMPAIGN]);
  });

  test('belongs to its tab: another tab has none, or its own', async () => {
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
    // It is still the same visitor.
    const ids = new Set(api.sent(CALLS.track).map(({ body }) => (body as TrackedEvent).sessionId));
    expect(ids.size).toBe(1);
  });

  test('is replaced as a whole by that of a later link', async () => {
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

describe('if the browser signals that the user does not want tracking', () => {
  test('nothing is sent or stored, whatever the visitor does', async () => {
    const { context } = await site.openBrowser();
    await declineTracking(context);
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

  test('an earlier session id is not sent', async () => {
    const { page, api, context } = await site.visit('/terms', {
      storage: { session_id: 'from-before' },
      context: {},
    });
    await api.untilSent(CALLS.track);
    await declineTracking(context);
    await open(page, '/contact?utm_source=mail');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
    expect(viewsOf(api)).toEqual([['/terms', {}]]);
    expect(await storedIn(page)).toBeNull();
  });
});

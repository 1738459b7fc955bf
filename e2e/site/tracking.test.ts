import { CALLS } from '@workspace/contract/calls';
import { expect, test } from 'vitest';
import { SITE_URL } from './addresses.ts';
import type { FakeApi } from './fake-api.ts';
import { useSite } from './visits.ts';

const site = useSite();

function eventsOf(api: FakeApi): Record<string, unknown>[] {
  return api.sent(CALLS.track).map(({ body }) => body as Record<string, unknown>);
}

test('every page view is counted, with its path, the visit and the referrer', async () => {
  const { page, api } = await site.visit(
    '/?utm_source=mail&utm_medium=letter&utm_campaign=spring&utm_term=a&utm_content=b',
  );
  await api.untilSent(CALLS.track);
  await page.getByRole('contentinfo').getByRole('link', { name: /Terms/ }).click();
  await page.waitForURL(`${SITE_URL}/terms`);
  await api.untilSent(CALLS.track, 2);
  const sessionId = await page.evaluate('localStorage.session_id');
  expect(sessionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const campaign = { utmSource: 'mail', utmMedium: 'letter', utmCampaign: 'spring', utmTerm: 'a', utmContent: 'b' };
  expect(eventsOf(api)).toEqual([
    { sessionId, event: 'page_view', ...campaign, metadata: { path: '/' } },
    { sessionId, event: 'page_view', ...campaign, metadata: { path: '/terms' } },
  ]);
});

test('a visit continues after a reload', async () => {
  const { page, api } = await site.visit('/terms?utm_source=mail');
  await api.untilSent(CALLS.track);
  await page.goto(`${SITE_URL}/contact`);
  await api.untilSent(CALLS.track, 2);
  const [first, second] = eventsOf(api);
  expect(second).toMatchObject({ sessionId: first?.['sessionId'], utmSource: 'mail', metadata: { path: '/contact' } });
});

test('an event that can’t be counted is only a warning in the console', async () => {
  const { page, trouble } = await site.visit('/terms', {
    script(api, trouble) {
      api.fail(CALLS.track, 500);
      trouble.expect(/Console warning: .*page_view/);
    },
  });
  await trouble.untilExpectedHappened();
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
});

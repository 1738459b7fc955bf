import { CALLS } from '@workspace/contract/calls';
import { expect, test } from 'vitest';
import { SANDBOX_URL, SITE_URL } from './addresses.ts';
import { accessToken, answerForUser } from './signed-in.ts';
import { useSite } from './visits.ts';

const site = useSite();
const CALLBACK = '/auth/google/callback?code=4%2F0Ab&state=s1&scope=email%20profile';

test('all parameters from Google are sent to the server once, and the signed-in user goes to the account', async () => {
  const token = accessToken();
  let goOn = () => {};
  const { page, api } = await site.visit(CALLBACK, {
    script(api) {
      answerForUser(api);
      api.answer(CALLS.finishGoogleSignIn, { action: 'authenticate', token });
      goOn = api.hold(CALLS.finishGoogleSignIn);
    },
  });
  await page.getByText('Authenticating...').waitFor();
  goOn();
  await page.waitForURL(`${SITE_URL}/app`);
  await page.getByText('Successfully signed in with Google!').waitFor();
  expect(api.sent(CALLS.finishGoogleSignIn).map(({ body }) => body)).toEqual([
    { code: '4/0Ab', state: 's1', scope: 'email profile' },
  ]);
  expect(await page.evaluate('localStorage.jwtToken')).toBe(token);
});

test('the browser follows the server’s redirect', async () => {
  const { page, context } = await site.visit('/login');
  await context.route(`${SANDBOX_URL}/**`, (route) =>
    route.fulfill({ body: 'More is needed', contentType: 'text/html' }),
  );
  await context.route('**/auth/google/callback', (route) =>
    route.fulfill({ json: { data: { action: 'redirect', url: `${SANDBOX_URL}/more` } } }),
  );
  await page.evaluate(`location.assign(${JSON.stringify(CALLBACK)})`);
  await page.waitForURL(`${SANDBOX_URL}/more`);
});

test('a redirect without an address shows a general error', async () => {
  const { page } = await site.visit(CALLBACK, {
    script(api, trouble) {
      api.answerRaw(CALLS.finishGoogleSignIn, { data: { action: 'redirect' } });
      trouble.expect(/Invalid URL/);
    },
  });
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText('Failed to authenticate with Google', { exact: true }).waitFor();
});

test.each([
  [['Google sign-in was cancelled.'], 'Google authentication failed: Google sign-in was cancelled.'],
  [undefined, 'Google authentication failed: An error occurred'],
])('a failure (%j) is shown on the sign-in page', async (errors, message) => {
  const { page } = await site.visit(CALLBACK, { script: (api) => api.fail(CALLS.finishGoogleSignIn, 400, errors) });
  await page.waitForURL(`${SITE_URL}/login`);
  await page.getByText(message, { exact: true }).waitFor();
});

// A new user's journey: from the landing page to the first dictated sentence, to Standard and back, to a deleted account.
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { Hud } from '../desktop/hud.ts';
import { SITE_URL } from '../site/addresses.ts';
import { Terminal } from '../x11/terminal.ts';
import { Product } from './product.ts';

const WEEKLY_SECONDS = 2;

const product = await Product.start({ weeklySeconds: WEEKLY_SECONDS });
const { world, windows } = product;
const { session } = world;
const terminal = await Terminal.open(session.x);
const hud = await Hud.watch(session.x);
await world.startApp();

test('from the landing page to the first sentence, to Standard and back, to a deleted account', async () => {
  const visitor = await product.welcome('stranger@example.com');
  await visitor.register();
  // The tab opened from the email.
  const { page } = visitor;

  // The site opens the app, which is linked.
  await world.follow(await visitor.openApp());
  await world.accept(visitor);
  await windows.untilShown('settings', '2s left of 2s in any 7 days');

  // The first sentence uses up the allowance; the next one is declined.
  const first = await product.dictate('The first sentence is said here and now at last.', terminal);
  expect(first).toBeGreaterThan(WEEKLY_SECONDS);
  await visitor.untilCounted(first);
  await page.getByText('You can dictate again on').waitFor();
  await product.expectDeclined({ limit: '2s', into: terminal });

  // To Standard, through the app's button.
  await hud.clickAction();
  await session.x.waitUntil(() => world.openedPages().length > 0);
  expect(world.openedPages()).toEqual([`${SITE_URL}/app/billing`]);
  await page.goto(`${SITE_URL}/app/billing`);
  await visitor.upgrade();
  await visitor.goTo('Billing');
  await page.getByText("You're on the Standard Plan").waitFor();
  await page.getByText(/^Renews on /).waitFor();
  await product.pressUntilStandard(terminal);
  const second = await product.dictate('The second sentence knows no limit.', terminal);
  await visitor.untilCounted(first + second);

  // And back. The app learns of it when it restarts.
  await visitor.goTo('Billing');
  await visitor.cancelSubscription();
  await page.getByText("You're on the Beta Tester Plan $0/month").waitFor();
  await session.endApps();
  await world.startApp();
  // A second start opens the settings.
  await session.launchApp().ended;
  await windows.untilShown('settings', 'Beta Tester: no time left until');
  await product.expectDeclined({ limit: '2s', into: terminal });

  // Signed out remotely, the app notices, and continues without an account.
  await visitor.goTo('Settings');
  await visitor.signOutDevice(hostname());
  const isSignedOut = () => world.files().account?.wasSignedOut;
  await product.pressUntil((timeout) => vi.waitUntil(isSignedOut, { timeout, interval: 50 }), terminal);
  expect(world.files().account?.account).toBeNull();
  await windows.untilShown('hud', 'This computer was signed out');
  await product.dictate('The third sentence belongs to nobody.', terminal);

  // The account is gone: signing in fails.
  await visitor.deleteAccount();
  await visitor.goToSignIn();
  visitor.browser.trouble.expect(/status of 401 /);
  await visitor.signIn();
  await page.getByRole('alert').waitFor();
  await visitor.browser.close();
});

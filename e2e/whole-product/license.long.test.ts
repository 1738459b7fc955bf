// A license is bought with the payment link on the landing page, before or after registering.
import { expect, test } from 'vitest';
import { SITE_URL } from '../site/addresses.ts';
import { Terminal } from '../x11/terminal.ts';
import { NO_LIMIT, Product } from './product.ts';
import type { Visitor } from './visitor.ts';

const WEEKLY_SECONDS = 1;

const product = await Product.start({ weeklySeconds: WEEKLY_SECONDS });
const { world, windows } = product;
const terminal = await Terminal.open(world.session.x);
await world.startApp();

async function untilLicensed({ page }: Visitor): Promise<void> {
  await page.getByText("You're on the Standard Plan").waitFor();
  await page.getByText('You own a license. Nothing renews, and nothing more will be charged.').waitFor();
}

test('a license bought before registering applies from the first sentence on', async () => {
  const visitor = await product.welcome('early@example.com');
  // No user is signed in yet who could verify the payment.
  visitor.browser.trouble.expect(/401 \(Unauthorized\)/);
  await visitor.buyLicense('Checkout Failed');
  await visitor.register();
  await visitor.goTo('Billing');
  await untilLicensed(visitor);

  await visitor.goTo('Overview');
  await world.follow(await visitor.openApp());
  await world.accept(visitor);
  await windows.untilShown('settings', NO_LIMIT);

  const first = await product.dictate('This is more than a second.', terminal);
  expect(first).toBeGreaterThan(WEEKLY_SECONDS);
  const second = await product.dictate('And this is said beyond it.', terminal);
  await visitor.untilCounted(first + second);
  await visitor.browser.close();
});

test('a license bought after registering lifts the limit', async () => {
  const visitor = await product.welcome('late@example.com');
  await visitor.register();
  await world.follow(await visitor.openApp());
  await world.accept(visitor);

  const first = await product.dictate('This is more than a second.', terminal);
  await product.expectDeclined({ limit: '1s', into: terminal });

  await visitor.buyLicense('Checkout Successful');
  await visitor.page.goto(`${SITE_URL}/app/billing`);
  await untilLicensed(visitor);
  await product.pressUntilStandard(terminal);

  const second = await product.dictate('And this is said beyond it.', terminal);
  await visitor.untilCounted(first + second);
  await visitor.browser.close();
});

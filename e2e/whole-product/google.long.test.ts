// A user signs in with Google, and the site starts the app.
import { test } from 'vitest';
import { WritingPage } from '../desktop/writing-page.ts';
import { Product } from './product.ts';

const product = await Product.start({ weeklySeconds: 3_600 });
const { world } = product;
const document = await WritingPage.open(world.session.x);

test('from signing in with Google to the first dictated sentence', async () => {
  const visitor = await product.welcome('googler@example.com');
  await visitor.signInWithGoogle();

  // The app is not running yet: the link starts it.
  await world.startApp({ link: await visitor.openApp() });
  await world.accept(visitor);

  const seconds = await product.dictate('The first sentence is here.', document);
  await visitor.untilCounted(seconds);
  await visitor.browser.close();
});

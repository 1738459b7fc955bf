// Not one of many insertions in a row is lost.
import { expect, test } from 'vitest';
import { PASTE_LAST } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

const COUNT = 40;

const session = await DesktopSession.start();
const { x } = session;
const page = await WritingPage.open(x);

test('The last text is pasted as often as its chord is pressed, once each time', async () => {
  await session.dictate(await session.speak(['Again.']));
  await x.waitUntil(() => page.text() !== '');
  const [text] = await session.textsSent();
  for (let count = 2; count <= COUNT; count += 1) {
    await session.tap(PASTE_LAST);
    const expected = text!.repeat(count);
    await x.waitUntil(() => page.text().length >= expected.length);
    expect(page.text()).toBe(expected);
  }
});

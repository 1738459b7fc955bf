// The toggle is pressed once to begin and once to end. What is said is inserted phrase by phrase.
import { expect, test } from 'vitest';
import { TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

const session = await DesktopSession.start();
const { x } = session;
const page = await WritingPage.open(x);

test('Each phrase is inserted while the next one is spoken, and a second press ends it', async () => {
  const phrases = ['The first phrase.', 'The second one.', 'And the third.'] as const;
  // Time for the insertion, which is over long before the next phrase is.
  const { phraseEnds } = await session.speak(phrases, {}, { pauseSeconds: 5 });
  await session.tap(TOGGLE);
  for (const count of [1, 2]) {
    await x.waitUntil(
      async () => page.text() !== '' && page.text() === (await session.textsSent()).slice(0, count).join(' '),
    );
    expect(await session.secondsHeard()).toBeLessThan(phraseEnds[count]!);
  }
  await session.heard(phraseEnds[2]!);
  await session.tap(TOGGLE);
  await session.account.until(([only]) => only?.closedAtMs != null);
  await x.waitUntil(async () => page.text() === (await session.textsSent()).join(' '));
  expect(await session.textsSent()).toHaveLength(phrases.length);
});

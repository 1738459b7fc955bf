// With the microphone kept open between dictations, the next one begins where the sound is by then, and what was said
// meanwhile is nobody's business.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { WritingPage } from './writing-page.ts';

/** Speech for a minute: each word tells its place in it. */
const PHRASES = Array.from({ length: 25 }, (_, phrase) =>
  Array.from({ length: 5 }, (_, word) => `w${phrase * 5 + word}`).join(' '),
);
/** Too short for a word to be missed in it. */
const PAUSE_SECONDS = 0.3;
const DICTATED_SECONDS = 3;

const session = await DesktopSession.open();
const { x } = session;
mkdirSync(session.home, { recursive: true });
writeFileSync(join(session.home, 'settings.json'), JSON.stringify({ version: 1, keepMicrophoneWarm: true }));
const page = await WritingPage.open(x);
const hud = await Hud.watch(x);

/** The places of the words that a dictation heard. */
async function dictate(take: number): Promise<number[]> {
  const before = page.text();
  await session.press(HOLD);
  await session.heard(DICTATED_SECONDS, take);
  await session.release(HOLD);
  await x.waitUntil(() => page.text() !== before);
  return [
    ...page
      .text()
      .slice(before.length)
      .matchAll(/w(\d+)/g),
  ].map(([, place]) => Number(place));
}

const following = (places: readonly number[]) => places.map((_, index) => places[0]! + index);

// A file in the microphone's place begins again with each opening, and goes on while it is open.
test('What is said between two dictations is not heard, though the microphone stays open', async () => {
  await session.startApp();
  await session.speak(PHRASES, {}, { pauseSeconds: PAUSE_SECONDS });
  const first = await dictate(1);
  // It tells for a while that the text is there: words are said meanwhile.
  await x.waitUntil(async () => (await hud.card()) === undefined);
  const second = await dictate(2);

  expect(first).toEqual(following(first));
  expect(second).toEqual(following(second));
  expect(second[0]).toBeGreaterThan(first.at(-1)! + 1);
});

// With the microphone kept open between dictations, the next one begins with the sound at its start: what was said in between
// is not used.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { WritingPage } from './writing-page.ts';

/** A minute of speech in which each word names its position. */
const PHRASES = Array.from({ length: 25 }, (_, phrase) =>
  Array.from({ length: 5 }, (_, word) => `w${phrase * 5 + word}`).join(' '),
);
/** Shorter than any word. */
const PAUSE_SECONDS = 0.3;
const DICTATED_SECONDS = 3;

const session = await DesktopSession.open();
const { x } = session;
mkdirSync(session.home, { recursive: true });
writeFileSync(join(session.home, 'settings.json'), JSON.stringify({ version: 1, keepMicrophoneWarm: true }));
const page = await WritingPage.open(x);
const hud = await Hud.watch(x);

/** The positions of the words that a dictation heard. */
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

// A file that replaces the microphone starts over with each opening, and plays on while it is open.
test('What is said between two dictations is not sent, although the microphone stays open', async () => {
  await session.startApp();
  await session.speak(PHRASES, {}, { pauseSeconds: PAUSE_SECONDS });
  const first = await dictate(1);
  // The HUD shows the inserted text for a while, during which words are said.
  await x.waitUntil(async () => (await hud.card()) === undefined);
  const second = await dictate(2);

  expect(first).toEqual(following(first));
  expect(second).toEqual(following(second));
  expect(second[0]).toBeGreaterThan(first.at(-1)! + 1);
});

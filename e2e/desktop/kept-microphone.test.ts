// With the microphone kept open between dictations, the next one begins where the sound is by then, and what was said
// meanwhile is nobody's business.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

/** Long enough for a key to be pressed in it. */
const PAUSE_SECONDS = 3;
const PHRASES = ['The first one.', 'Nobody hears this.', 'The last one.'] as const;

const session = await DesktopSession.open();
const { x } = session;
mkdirSync(session.home, { recursive: true });
writeFileSync(join(session.home, 'settings.json'), JSON.stringify({ version: 1, keepMicrophoneWarm: true }));
const page = await WritingPage.open(x);

// A file in the microphone's place begins again with each opening: only without one is the last phrase heard.
test('What is said between two dictations is not heard, though the microphone stays open', { retry: 3 }, async () => {
  // One that another attempt left open would go on with what that one heard.
  await session.endApps();
  await session.startApp();
  const before = page.text();
  const { phraseEnds } = await session.speak(PHRASES, {}, { pauseSeconds: PAUSE_SECONDS });
  const [first, between, last] = phraseEnds as [number, number, number];
  await session.press(HOLD);
  await session.heard(first);
  const nobodyListens = setTimeout((between - first) * 1_000);
  await session.release(HOLD);
  await nobodyListens;
  await session.press(HOLD);
  await session.heard(last - between, 2);
  await session.release(HOLD);
  await session.account.until(
    (sessions) => sessions.length === 2 && sessions.every(({ closedAtMs }) => closedAtMs !== null),
  );
  const [one, other] = (await session.textsSent()) as [string, string];
  expect(one).toContain('first');
  expect(other).toContain('last');
  await x.waitUntil(() => page.text() === `${before}${before && ' '}${one} ${other}`);
  expect(`${one} ${other}`).not.toMatch(/Nobody|hears|this/);
});

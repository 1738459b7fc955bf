// A dictation that is cancelled inserts nothing and sends nothing more.
import { expect, test } from 'vitest';
import { CANCEL, HOLD, TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { expectNextAlone } from './next-dictation.ts';
import { WritingPage } from './writing-page.ts';

/** It is long enough to be cancelled in time. */
const LONG_SENTENCE = 'This is said in vain, and it is not even said to the end. '.repeat(4).trim();

const session = await DesktopSession.start();
const page = await WritingPage.open(session.x);

/** Waits until no connection of the dictation is left. Returns how much audio it sent, in seconds. */
async function secondsSentInAll(): Promise<number> {
  await session.account.until(
    (sessions) => sessions.length > 0 && sessions.every(({ closedAtMs }) => closedAtMs !== null),
  );
  return session.secondsHeard();
}

test('while the key is held', async () => {
  const recording = await session.speak([LONG_SENTENCE]);
  await session.press(HOLD);
  await session.heard(1);
  await session.press(['c']);
  const sent = await secondsSentInAll();
  await session.release(['c', ...HOLD]);
  expect(sent).toBeLessThan(recording.phraseEnds[0]!);
  await expectNextAlone(session, page);
});

test('while a toggled dictation is live', async () => {
  const recording = await session.speak([LONG_SENTENCE]);
  await session.tap(TOGGLE);
  await session.heard(1);
  await session.tap(CANCEL);
  expect(await secondsSentInAll()).toBeLessThan(recording.phraseEnds[0]!);
  await expectNextAlone(session, page);
});

test('while its text is awaited', async () => {
  const recording = await session.speak(['This is said in vain.'], { latency: { fixedMs: 60_000 } });
  await session.dictate(recording);
  await session.account.until(([session]) => session?.items[0] !== undefined);
  await session.tap(CANCEL);
  await secondsSentInAll();
  await expectNextAlone(session, page);
});

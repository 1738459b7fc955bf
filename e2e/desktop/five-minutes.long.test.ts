// A dictation of five minutes, in real time.
import { expect, test } from 'vitest';
import { Terminal } from '../x11/terminal.ts';
import { TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { speak } from './spoken-phrases.ts';

const session = await DesktopSession.start();
const terminal = await Terminal.open(session.x);

test('Five minutes of speech with pauses are inserted in full', async () => {
  const phrases = Array.from({ length: 58 }, (_, index) => `Phrase number ${index + 1} has a few words.`);
  const recording = speak(phrases, session.folder, { pauseSeconds: 2.5 });
  await session.say(recording);
  await session.tap(TOGGLE);
  await session.goOnSpeaking(recording);
  await session.tap(TOGGLE);
  await session.account.until((sessions) => sessions.every(({ closedAtMs }) => closedAtMs !== null));
  const texts = await session.textsSent();
  expect(texts.length).toBeGreaterThanOrEqual(recording.phraseEnds.length);
  await session.x.waitUntil(() => terminal.text().length >= texts.join(' ').length);
  expect(terminal.text()).toBe(texts.join(' '));
});

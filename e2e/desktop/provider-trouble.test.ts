// The provider fails in the middle of a dictation: the text still comes, once, or the user is told what to do.
import { expect, test } from 'vitest';
import { afterAudio } from '../faults.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';

const SENTENCE = 'The connection may come late, or break, and yet each word arrives.';

const session = await DesktopSession.start();
const { x } = session;
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);

test('Nothing is lost where it takes two seconds to connect', async () => {
  const before = terminal.text();
  const recording = await session.speak([SENTENCE], { connectDelayMs: 2_000 });
  await session.dictate(recording);
  await x.waitUntil(() => terminal.text() !== before);
  expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
});

test('Nothing is lost and nothing comes twice where the connection breaks at the second second', async () => {
  const before = terminal.text();
  const recording = await session.speak([SENTENCE], { rules: [afterAudio(2_000, { type: 'drop' })] });
  await session.press(HOLD);
  await session.heard(recording.phraseEnds[0]!, 2);
  await session.release(HOLD);
  await x.waitUntil(() => terminal.text() !== before);
  expect(await session.account.sessions()).toHaveLength(2);
  expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
});

test('Nothing is lost and nothing comes twice where the provider falls silent', async () => {
  const before = terminal.text();
  const recording = await session.speak([SENTENCE], { rules: [afterAudio(1_000, { type: 'stall' })] });
  await session.press(HOLD);
  await session.goOnSpeaking(recording);
  await session.release(HOLD);
  await x.waitUntil(() => terminal.text() !== before);
  expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
});

test('A refused key is told, and nothing is typed', async () => {
  const before = terminal.text();
  const recording = await session.speak(['This is refused.'], { key: 'refused' });
  await session.press(HOLD);
  await session.goOnSpeaking(recording);
  await session.release(HOLD);
  await x.waitUntil(() => hud.tellsFailure());
  expect(terminal.text()).toBe(before);
});

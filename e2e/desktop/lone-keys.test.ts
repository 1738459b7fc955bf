// A lone modifier and a mouse button dictate, and other programs can still use them in combinations.
import { defaultChords } from '@workspace/desktop/ipc/settings-document';
import { expect, test } from 'vitest';
import { afterAudio } from '../faults.ts';
import { Terminal } from '../x11/terminal.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';

/** Keycodes for xdotool, which given a name would also press the modifier itself. */
const RIGHT_CONTROL = '105';
const BACK = '8';

const session = await DesktopSession.start({
  settings: { chords: { ...defaultChords('other'), hold: 'RightControl', toggle: 'Mouse4' } },
});
const { x } = session;
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);

test('A lone modifier dictates while held', async () => {
  const before = terminal.text();
  const recording = await session.speak(['Held by one key alone.']);
  await x.xdotool('keydown', RIGHT_CONTROL);
  await session.heard(recording.phraseEnds.at(-1)!);
  await x.xdotool('keyup', RIGHT_CONTROL);
  await x.waitUntil(() => terminal.text() !== before);
  expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
});

test('A modifier used in a combination, a hundred times, goes to the focused program, and nothing is inserted', async () => {
  const before = terminal.text();
  await session.speak(['Nobody means to dictate this.']);
  for (let time = 0; time < 100; time += 1) {
    await x.xdotool('keydown', RIGHT_CONTROL, 'key', 'g', 'keyup', RIGHT_CONTROL);
  }
  await x.waitUntil(() => terminal.text().length >= before.length + 100);
  expect(terminal.text().slice(before.length)).toBe('\x07'.repeat(100));
  // On a busy machine the key may be held long enough for audio to be sent, which is then discarded.
  expect(await session.textsSent()).toEqual([]);
  expect(await hud.showsListening()).toBe(false);
});

test('Nothing is lost if the connection breaks while a mouse button is held', async () => {
  const before = terminal.text();
  const sentence = 'The connection may break, and yet each word arrives.';
  const recording = await session.speak([sentence], { rules: [afterAudio(1_000, { type: 'drop' })] });
  await x.xdotool('mousedown', BACK);
  await session.heard(recording.phraseEnds[0]!, 2);
  // As a toggle it records until the next click.
  await x.xdotool('mouseup', BACK, 'click', BACK);
  await x.waitUntil(() => terminal.text() !== before);
  expect(await session.account.sessions()).toHaveLength(2);
  expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
});

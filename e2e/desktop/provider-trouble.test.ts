// The HUD shows what is happening, and never takes the focus. If the provider fails during a dictation, the text is still inserted,
// once, or the HUD says what to do.
import { describe, expect, test } from 'vitest';
import { afterAudio } from '../faults.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';

const SENTENCE = 'The connection may come late, or break, and yet each word arrives.';

const session = await DesktopSession.open();
const { x } = session;
const terminal = await Terminal.open(x);
const focusedWindow = () => x.xdotool('getwindowfocus');
const windowInFocus = await focusedWindow();
await session.startApp();
const hud = await Hud.watch(x);

test('The focus stays where it is while the app starts', async () => {
  expect(await focusedWindow()).toBe(windowInFocus);
  expect(await hud.card()).toBeUndefined();
});

test('The HUD is shown while the key is held, shows the text so far, and disappears after the insertion', async () => {
  const recording = await session.speak(['The first phrase is shown.', 'The second one follows later.']);
  await session.press(HOLD);
  await x.waitUntil(() => hud.card());
  await session.heard(0.5);
  const withoutText = await hud.textPicture();
  expect(await hud.textPicture()).toBe(withoutText);
  await session.account.until(([first]) => first?.items[0]?.outcome === 'final');
  await x.waitUntil(async () => (await hud.textPicture()) !== withoutText);
  expect(await focusedWindow()).toBe(windowInFocus);
  await session.heard(recording.phraseEnds[1]!);
  expect(await hud.card()).toBeDefined();
  await session.release(HOLD);
  await x.waitUntil(() => terminal.text() !== '');
  await x.waitUntil(async () => (await hud.card()) === undefined);
  expect(await focusedWindow()).toBe(windowInFocus);
});

test('A failure looks different from a problem while recording, and its buttons leave the focus where it is', async () => {
  const recording = await session.speak(['Heard at the second attempt.'], { key: 'refused' });
  await session.press(HOLD);
  await x.waitUntil(() => hud.showsTrouble());
  await session.goOnSpeaking(recording);
  expect(await hud.showsFailure()).toBe(false);
  await session.release(HOLD);
  await x.waitUntil(() => hud.showsFailure());
  expect(await focusedWindow()).toBe(windowInFocus);
  const before = terminal.text();
  await session.say(recording);
  await hud.clickAction();
  await x.waitUntil(() => terminal.text() !== before);
  expect(terminal.text()).toBe(`${before} ${await session.textOf(recording)}`);
  expect(await focusedWindow()).toBe(windowInFocus);
});

describe('When the provider is in trouble', () => {
  test('nothing is lost if it takes two seconds to connect', async () => {
    const before = terminal.text();
    const recording = await session.speak([SENTENCE], { connectDelayMs: 2_000 });
    await session.dictate(recording);
    await x.waitUntil(() => terminal.text() !== before);
    expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
  });

  test('nothing is lost or inserted twice if the connection breaks after two seconds', async () => {
    const before = terminal.text();
    const recording = await session.speak([SENTENCE], { rules: [afterAudio(2_000, { type: 'drop' })] });
    await session.press(HOLD);
    await session.heard(recording.phraseEnds[0]!, 2);
    await session.release(HOLD);
    await x.waitUntil(() => terminal.text() !== before);
    expect(await session.account.sessions()).toHaveLength(2);
    expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
  });

  test('nothing is lost or inserted twice if it stops responding', async () => {
    const before = terminal.text();
    const recording = await session.speak([SENTENCE], { rules: [afterAudio(1_000, { type: 'stall' })] });
    await session.press(HOLD);
    await session.goOnSpeaking(recording);
    await session.release(HOLD);
    await x.waitUntil(() => terminal.text() !== before);
    expect(terminal.text().slice(before.length).trim()).toBe(await session.textOf(recording));
  });

  test('a refused key is reported, and nothing is typed', async () => {
    const before = terminal.text();
    const recording = await session.speak(['This is refused.'], { key: 'refused' });
    await session.press(HOLD);
    await session.goOnSpeaking(recording);
    await session.release(HOLD);
    await x.waitUntil(() => hud.showsFailure());
    expect(terminal.text()).toBe(before);
  });
});

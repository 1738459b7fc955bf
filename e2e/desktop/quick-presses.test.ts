// However briefly, quickly or early the key is pressed, nothing is lost and no key gets stuck.
import { describe, expect, test } from 'vitest';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { expectNextAlone } from './next-dictation.ts';
import { WritingPage } from './writing-page.ts';

const session = await DesktopSession.open();
const { x } = session;
const page = await WritingPage.open(x);
const hud = await Hud.watch(x);

test('A key held while the app starts does not start a recording', async () => {
  await session.press(HOLD);
  await session.startApp();
  await session.release(HOLD);
  expect(await session.account.sessions()).toEqual([]);
  await expectNextAlone(session, page);
});

test('50 quick presses each end by themselves, and insert nothing', async () => {
  const before = page.text();
  await session.speak(['Too late to be heard.'], {}, { leadSeconds: 30 });
  for (let presses = 0; presses < 50; presses += 1) await session.tap(HOLD);
  await x.waitUntil(async () => (await hud.card()) === undefined);
  expect(await session.secondsHeard()).toBe(0);
  expect(page.text()).toBe(before);
  await expectNextAlone(session, page);
});

test('A key released while the microphone is still opening ends the dictation after its tail', async () => {
  const before = page.text();
  await session.speak(['Yes.'], {}, { leadSeconds: 0 });
  await session.tap(HOLD);
  await x.waitUntil(() => page.text() !== before);
  expect(page.text()).toBe(`${before} ${(await session.textsSent()).join(' ')}`);
});

describe('Two dictations in quick succession are both inserted, in order,', () => {
  const PHRASES = ['The earlier one.', 'The later one.'] as const;
  const SLOW = { latency: { fixedMs: 3_000 } };

  async function expectBothAfter(before: string): Promise<void> {
    await session.account.until(
      (sessions) => sessions.length === 2 && sessions.every(({ closedAtMs }) => closedAtMs !== null),
    );
    const sent = await session.textsSent();
    expect(sent).toHaveLength(2);
    await x.waitUntil(() => page.text().length >= `${before} ${sent.join(' ')}`.length);
    expect(page.text()).toBe(`${before} ${sent.join(' ')}`);
  }

  test.each([
    ['while the first one’s text is still pending', {}],
    ['while the second one is held for longer than the first one’s text takes', { pauseSeconds: 6 }],
  ])('%s', async (_, delivery) => {
    const before = page.text();
    const recording = await session.speak(PHRASES, SLOW, delivery);
    const [earlierEnd, laterEnd] = recording.phraseEnds as [number, number];
    session.playPart(recording, 0, earlierEnd + 0.3);
    await session.press(HOLD);
    await session.heard(earlierEnd);
    await session.release(HOLD);
    await session.letTailEnd();
    session.playPart(recording, earlierEnd + 0.5, laterEnd + 1);
    await session.press(HOLD);
    await session.heard(laterEnd - earlierEnd - 0.5, 2);
    await session.release(HOLD);
    await expectBothAfter(before);
  });

  test('while the microphone is still recording the first one’s tail', async () => {
    const before = page.text();
    const recording = await session.speak(PHRASES, SLOW);
    const [earlierEnd, laterEnd] = recording.phraseEnds as [number, number];
    await session.press(HOLD);
    await session.heard(earlierEnd);
    await x.xdotool('keyup', 'space', 'keydown', 'space');
    await x.waitUntil(async () => (await session.secondsHeard()) > laterEnd);
    await session.release(HOLD);
    await expectBothAfter(before);
  });
});

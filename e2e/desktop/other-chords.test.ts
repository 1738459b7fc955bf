// The other chords: the toggle, pasting the last text, and cancelling.
import { describe, expect, test } from 'vitest';
import { CANCEL, HOLD, PASTE_LAST, TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { expectNextAlone } from './next-dictation.ts';
import { WritingPage } from './writing-page.ts';

const PASTES = 40;
/** Long enough to be cancelled in time. */
const LONG_SENTENCE = 'This is said in vain, and it is not even said to the end. '.repeat(4).trim();

const session = await DesktopSession.start();
const { x } = session;
const page = await WritingPage.open(x);

/** Waits until the dictation's connections are closed. Returns the seconds of audio it sent. */
async function secondsSentInAll(): Promise<number> {
  await session.account.until(
    (sessions) => sessions.length > 0 && sessions.every(({ closedAtMs }) => closedAtMs !== null),
  );
  return session.secondsHeard();
}

test('The last text is pasted exactly once for each press of its chord, however many there are', async () => {
  await session.dictate(await session.speak(['Again.']));
  await x.waitUntil(() => page.text() !== '');
  const [text] = await session.textsSent();
  for (let count = 2; count <= PASTES; count += 1) {
    await session.tap(PASTE_LAST);
    const expected = text!.repeat(count);
    await x.waitUntil(() => page.text().length >= expected.length);
    expect(page.text()).toBe(expected);
  }
});

test('With the toggle, each phrase is inserted while the next is spoken, and a second press ends the dictation', async () => {
  const before = page.text();
  const added = () => page.text().slice(before.length).trim();
  const phrases = ['The first phrase.', 'The second one.', 'And the third.'] as const;
  // Leaves time for the insertion, which is over long before the next phrase is.
  const { phraseEnds } = await session.speak(phrases, {}, { pauseSeconds: 5 });
  await session.tap(TOGGLE);
  for (const count of [1, 2]) {
    await x.waitUntil(async () => added() !== '' && added() === (await session.textsSent()).slice(0, count).join(' '));
    expect(await session.secondsHeard()).toBeLessThan(phraseEnds[count]!);
  }
  await session.heard(phraseEnds[2]!);
  await session.tap(TOGGLE);
  await session.account.until(([only]) => only?.closedAtMs != null);
  await x.waitUntil(async () => added() === (await session.textsSent()).join(' '));
  expect(await session.textsSent()).toHaveLength(phrases.length);
});

describe('A canceled dictation inserts nothing, sends no more audio, and doesn’t affect the next one', () => {
  test('if canceled while the key is held', async () => {
    const recording = await session.speak([LONG_SENTENCE]);
    await session.press(HOLD);
    await session.heard(1);
    await session.press(['c']);
    const sent = await secondsSentInAll();
    await session.release(['c', ...HOLD]);
    expect(sent).toBeLessThan(recording.phraseEnds[0]!);
    await expectNextAlone(session, page);
  });

  test('if canceled while toggled on', async () => {
    const recording = await session.speak([LONG_SENTENCE]);
    await session.tap(TOGGLE);
    await session.heard(1);
    await session.tap(CANCEL);
    expect(await secondsSentInAll()).toBeLessThan(recording.phraseEnds[0]!);
    await expectNextAlone(session, page);
  });

  test('if canceled while its text is pending', async () => {
    const recording = await session.speak(['This is said in vain.'], { latency: { fixedMs: 60_000 } });
    await session.dictate(recording);
    await session.account.until(([session]) => session?.items[0] !== undefined);
    await session.tap(CANCEL);
    await secondsSentInAll();
    await expectNextAlone(session, page);
  });
});

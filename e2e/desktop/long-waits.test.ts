// What takes its time: a provider that is away for long, and a long dictation. All of them at the same time.
import { describe, expect, test, vi } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD, TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { speak } from './spoken-phrases.ts';

const ERROR_LIMIT_MS = 4_000;
/** What the first second and a half of speech needs, as it is sent. */
const BYTES_UNTIL_OUTAGE = 100_000;
/** The app tries by itself for 30 seconds. */
const LONGER_THAN_TRIED_MS = 40_000;

const LONG_SPEECH = speak(
  Array.from({ length: 58 }, (_, index) => `Phrase number ${index + 1} has a few words.`),
  scratchFolder(),
  { pauseSeconds: 2.5 },
);
const open = async (outageMs?: number) => {
  const outage = { outage: { afterBytes: BYTES_UNTIL_OUTAGE, ms: outageMs ?? 0 } };
  const session = await DesktopSession.start(outageMs === undefined ? {} : outage);
  return { session, terminal: await Terminal.open(session.x), hud: await Hud.watch(session.x) };
};
const away = await open(20_000);
const gone = await open(LONGER_THAN_TRIED_MS);
const long = await open();

const LONG = { timeout: 420_000 };

describe.concurrent('In the end the text is there', () => {
  test('where the provider was away for 20 seconds', LONG, async () => {
    const { session, terminal } = away;
    const recording = await session.speak(['The provider is away for a while, but it comes back.']);
    await session.press(HOLD);
    await session.goOnSpeaking(recording);
    await session.release(HOLD);
    await session.account.until((sessions) => sessions.length > 1);
    await vi.waitUntil(() => terminal.text() !== '', { timeout: 60_000 });
    expect(terminal.text()).toBe(await session.textOf(recording));
  });

  test('where it was away for longer: after an error that is told in time, by trying again', LONG, async () => {
    const { session, terminal, hud } = gone;
    const recording = await session.speak(['The provider is away for too long, but not for ever.']);
    await session.press(HOLD);
    await session.goOnSpeaking(recording);
    await session.release(HOLD);
    const releasedAt = performance.now();
    await session.x.waitUntil(() => hud.tellsTrouble());
    expect(performance.now() - releasedAt).toBeLessThan(ERROR_LIMIT_MS);
    await vi.waitUntil(() => hud.tellsFailure(), { timeout: 40_000 });
    // Trying in vain changes nothing, and at some time the provider is back.
    await vi.waitUntil(tryAgain, { timeout: 40_000, interval: 1_000 });
    expect(terminal.text()).toBe(await session.textOf(recording));

    async function tryAgain(): Promise<boolean> {
      if (await hud.tellsFailure()) await hud.tryAgain();
      return terminal.text() !== '';
    }
  });

  test('whole, of five minutes with pauses', LONG, async () => {
    const { session, terminal } = long;
    await session.say(LONG_SPEECH);
    await session.tap(TOGGLE);
    await session.goOnSpeaking(LONG_SPEECH);
    await session.tap(TOGGLE);
    await session.account.until((sessions) => sessions.every(({ closedAtMs }) => closedAtMs !== null));
    const texts = await session.textsSent();
    expect(texts.length).toBeGreaterThanOrEqual(LONG_SPEECH.phraseEnds.length);
    await session.x.waitUntil(() => terminal.text().length >= texts.join(' ').length);
    expect(terminal.text()).toBe(texts.join(' '));
  });
});

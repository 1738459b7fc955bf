// A provider that is unreachable for long.
import { describe, expect, test, vi } from 'vitest';
import type { Outage } from '../unreliable-network.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';

/** The bytes of the first second and a half of speech, as sent. */
const BYTES_UNTIL_OUTAGE = 100_000;

const open = async (outage: Omit<Outage, 'afterBytes'>) => {
  const session = await DesktopSession.start({ outage: { afterBytes: BYTES_UNTIL_OUTAGE, ...outage } });
  return { session, terminal: await Terminal.open(session.x), hud: await Hud.watch(session.x) };
};
const away = await open({ ms: 20_000 });
const gone = await open({});

describe.concurrent('The text is eventually inserted', () => {
  test('if the provider is unreachable for 20 seconds', async () => {
    const { session, terminal } = away;
    const recording = await session.speak(['The provider is away for a while, but it comes back.']);
    await session.press(HOLD);
    await session.goOnSpeaking(recording);
    await session.release(HOLD);
    await session.account.until((sessions) => sessions.length > 1);
    await vi.waitUntil(() => terminal.text() !== '', { timeout: 300_000 });
    expect(terminal.text()).toBe(await session.textOf(recording));
  });

  test('with Try again, if the provider stays unreachable until the app gives up', async () => {
    const { session, terminal, hud } = gone;
    const recording = await session.speak(['The provider is away for too long, but not for ever.']);
    await session.press(HOLD);
    await session.goOnSpeaking(recording);
    await session.release(HOLD);
    await session.x.waitUntil(() => hud.showsTrouble());
    await vi.waitUntil(() => hud.showsFailure(), { timeout: 300_000 });
    expect(terminal.text()).toBe('');
    session.endOutage();
    await hud.clickAction();
    await session.x.waitUntil(() => terminal.text() !== '');
    expect(terminal.text()).toBe(await session.textOf(recording));
  });
});

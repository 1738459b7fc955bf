// A Beta Tester may finish the dictation that uses up the allowance; the next one is declined, until there is a plan without a limit.
import type { TestUser } from '@workspace/server/testing/test-users';
import { beforeAll, expect, test } from 'vitest';
import { type Chord, HOLD, TOGGLE } from '../desktop/chords.ts';
import { Hud } from '../desktop/hud.ts';
import { Terminal } from '../x11/terminal.ts';
import { AccountWorld } from './account-world.ts';

const LIMIT_SECONDS = 2;

const world = await AccountWorld.open({ BETA_WEEKLY_SECONDS: String(LIMIT_SECONDS) });
const { session } = world;
const { x } = session;
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);
let user: TestUser;

beforeAll(async () => {
  user = await world.createUser();
  await world.startApp();
  await world.link(user);
  await terminal.focus();
});

/** Presses a chord, and expects the dictation to be declined. */
async function expectDeclined(chord: Chord): Promise<void> {
  const before = terminal.text();
  await session.speak(['In vain.']);
  // The previous message is gone.
  await x.waitUntil(async () => (await hud.card()) === undefined);
  await session.tap(chord);
  await x.waitUntil(() => hud.card());
  expect(await session.account.sessions()).toEqual([]);
  expect(terminal.text()).toBe(before);
}

test('A dictation that uses up the allowance can be finished', async () => {
  const recording = await session.speak(['Speak until more than enough has been said here and there.']);
  expect(recording.phraseEnds[0]).toBeGreaterThan(LIMIT_SECONDS + 1);
  await session.tap(TOGGLE);
  await session.heard(recording.phraseEnds[0]!);
  await session.tap(TOGGLE);
  const text = await x.waitUntil(async () => {
    const sent = await session.textsSent();
    return sent.length > 0 && sent.join(' ');
  });
  await x.waitUntil(() => terminal.text() === text);
  await x.waitUntil(() => world.files().usage?.every(({ reported }) => reported));
  expect(world.files().usage?.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThan(LIMIT_SECONDS);
});

test('The next dictation is declined with a message', () => expectDeclined(HOLD));

test('The HUD’s button opens the billing page', async () => {
  await hud.clickAction();
  await x.waitUntil(() => world.openedPages().length > 0);
  expect(world.openedPages()).toEqual(['http://localhost:3000/app/billing']);
});

test('The toggle is declined too', async () => {
  await terminal.focus();
  await expectDeclined(TOGGLE);
});

test('Dictation works again on the Standard plan', async () => {
  await world.makeStandard(user);
  await terminal.focus();
  // The server is asked when a dictation is declined, but not every time.
  await x.waitUntil(async () => {
    await session.tap(HOLD);
    return world.files().account?.entitlement?.plan === 'standard';
  });
  const recording = await session.speak(['Without a limit.']);
  const before = terminal.text();
  await session.dictate(recording);
  await x.waitUntil(() => terminal.text() !== before);
});

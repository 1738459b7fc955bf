// Linking an account with a link from the site and a confirmation, on the real server.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { endSession } from '@workspace/contract/auth';
import type { TestUser } from '@workspace/server/testing/test-users';
import { beforeAll, expect, test } from 'vitest';
import { Hud } from '../desktop/hud.ts';
import { Terminal } from '../x11/terminal.ts';
import { AccountWorld } from './account-world.ts';

const world = await AccountWorld.open();
const { session } = world;
const { x } = session;
const hud = await Hud.watch(x);
const terminal = await Terminal.open(x);
let anna: TestUser;
let bert: TestUser;
beforeAll(async () => {
  anna = await world.createUser();
  bert = await world.createUser();
});

/** The secrets that the app has saved. */
function secret(): { account: string; refreshToken: string } | undefined {
  const { account } = JSON.parse(readFileSync(join(session.home, 'keys.json'), 'utf8')) as { account?: string };
  return account === undefined ? undefined : JSON.parse(account);
}

test('A link that starts the app links the computer once it is confirmed there', async () => {
  await world.startApp({ link: await world.setupLink(anna) });
  await x.waitUntil(async () => (await world.devicesOf(anna)).length === 1);
  expect(world.files().account?.account ?? null).toBeNull();
  await world.accept(anna);
  expect(await world.devicesOf(anna)).toMatchObject([{ name: hostname(), platform: 'Linux' }]);
  expect(secret()).toMatchObject({ account: anna.id });
  expect(readFileSync(join(session.home, 'account.json'), 'utf8')).not.toContain(secret()!.refreshToken);
});

test('A declined link changes nothing', async () => {
  await world.follow(await world.setupLink(bert));
  await x.waitUntil(async () => (await world.devicesOf(bert)).length === 1);
  await world.decline(bert);
  expect(await world.devicesOf(bert)).toEqual([]);
  expect(world.files().account?.account?.email).toBe(anna.email);
  expect(await world.devicesOf(anna)).toHaveLength(1);
});

test('Linking another account replaces the previous one, in the app and on the server', async () => {
  await world.link(bert);
  await x.waitUntil(async () => (await world.devicesOf(anna)).length === 0);
  await x.waitUntil(() => secret()?.account === bert.id);
  expect(await world.devicesOf(bert)).toHaveLength(1);
});

test('The account is still linked after a restart', async () => {
  await session.endApps();
  await world.startApp();
  const [before] = await world.devicesOf(bert);
  const recording = await session.speak(['After a restart.']);
  await terminal.focus();
  await session.dictate(recording);
  await x.waitUntil(() => world.files().usage?.some(({ reported }) => reported));
  expect(world.files().usage).toMatchObject([{ account: bert.id, reported: true }]);
  expect(await world.devicesOf(bert)).toMatchObject([{ id: before!.id }]);
});

test('Signing out on the site is noticed at the next dictation, which still works', async () => {
  const [device] = await world.devicesOf(bert);
  await world.server.call(endSession, { params: { id: device!.id } }, { token: bert.token });
  const before = terminal.text();
  const recording = await session.speak(['Still here.']);
  await session.dictate(recording);
  await x.waitUntil(() => terminal.text() !== before);
  await x.waitUntil(() => world.files().account?.wasSignedOut);
  expect(world.files().account?.account).toBeNull();
  await x.waitUntil(() => secret() === undefined);
  // The HUD says so.
  await x.waitUntil(() => hud.card());
});

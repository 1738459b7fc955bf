// What is dictated arrives at the server once, whatever becomes of the server, the app and the way between them.
import type { TestUser } from '@workspace/server/testing/test-users';
import { beforeAll, expect, test } from 'vitest';
import type { RunningProcess } from '../child-processes.ts';
import { Terminal } from '../x11/terminal.ts';
import { AccountWorld } from './account-world.ts';
import { openRepeatingNetwork } from './repeating-network.ts';

const world = await AccountWorld.open();
const { session } = world;
const { x } = session;
const terminal = await Terminal.open(x);
let user: TestUser;
let app: RunningProcess;
/** Ids of all that was dictated. */
const ids = new Set<string>();
let seconds = 0;

beforeAll(async () => {
  user = await world.createUser();
});

/** A dictation, until its text is there and its seconds are written down. */
async function dictate(): Promise<void> {
  await terminal.focus();
  const before = terminal.text();
  const known = new Set(ids);
  const recording = await session.speak(['A short one.']);
  await session.dictate(recording);
  await x.waitUntil(() => terminal.text() !== before);
  const added = await x.waitUntil(() => {
    const entries = world.files().usage?.filter(({ id }) => !known.has(id)) ?? [];
    return entries.length > 0 && entries;
  });
  for (const entry of added) {
    ids.add(entry.id);
    seconds += entry.seconds;
  }
}

async function untilAllReported(): Promise<void> {
  await x.waitUntil(() => world.files().usage?.every(({ reported }) => reported));
}

async function expectCountedOnce(): Promise<void> {
  const counted = await world.countedUsage();
  expect(counted.ids.toSorted()).toEqual([...ids].toSorted());
  expect(counted.seconds).toEqual({ entries: seconds, hours: seconds, days: seconds, months: seconds });
}

test('What was dictated before there was an account comes with the link', async () => {
  app = await world.startApp();
  await dictate();
  expect(world.files().usage).toMatchObject([{ account: null, reported: false }]);
  await world.link(user);
  await untilAllReported();
  await expectCountedOnce();
});

test('Each dictation comes after it was made', async () => {
  await dictate();
  await untilAllReported();
  await expectCountedOnce();
});

test('What is dictated while the server is away, by an app that is killed, comes when both are back', async () => {
  await world.killServer();
  await dictate();
  await dictate();
  app.signal('SIGKILL');
  await app.ended;
  await x.waitUntil(() => session.countBrowserProcesses() === 0);
  app = await world.startApp();
  await dictate();
  expect(world.files().usage?.filter(({ reported }) => !reported)).toHaveLength(3);
  await world.restartServer();
  await session.endApps();
  app = await world.startApp();
  await untilAllReported();
  await expectCountedOnce();
});

test('What is sent twice, with answers that get lost, counts once', async () => {
  const network = await openRepeatingNetwork(world.server.url);
  await session.endApps();
  world.apiUrl = network.url;
  app = await world.startApp();
  await dictate();
  await untilAllReported();
  await dictate();
  await untilAllReported();
  expect(network.posts('/usage')).toBeGreaterThanOrEqual(4);
  await expectCountedOnce();
  // The tokens went the same way.
  expect(await world.devicesOf(user)).toHaveLength(1);
  expect(world.files().account?.account?.email).toBe(user.email);
});

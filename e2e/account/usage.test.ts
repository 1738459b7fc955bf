// Each dictation is counted once on the server, whatever happens to the server, the app and the network.
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
/** Ids of all dictations. */
const ids = new Set<string>();
let seconds = 0;

beforeAll(async () => {
  user = await world.createUser();
});

/** Dictates. Resolves once the text is inserted and the seconds are saved. */
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

test('Dictations made before an account is linked are reported once it is', async () => {
  app = await world.startApp();
  await dictate();
  expect(world.files().usage).toMatchObject([{ account: null, reported: false }]);
  await world.link(user);
  await untilAllReported();
  await expectCountedOnce();
});

test('Each dictation is reported when it ends', async () => {
  await dictate();
  await untilAllReported();
  await expectCountedOnce();
});

test('Dictations made while the server is down, by an app that is then killed, are reported when both are back', async () => {
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

test('Reports sent twice, with lost responses, count once', async () => {
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
  // The tokens were refreshed over the same network.
  expect(await world.devicesOf(user)).toHaveLength(1);
  expect(world.files().account?.account?.email).toBe(user.email);
});

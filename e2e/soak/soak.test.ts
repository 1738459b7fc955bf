// The whole system under constant faults: in the end each second, payment and email exists once.
// `SOAK_MINUTES` and `SOAK_SEED` set its length and seed.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { record } from '../recordings.ts';
import { SandboxProcess } from '../sandbox-process.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { synthesise } from '../synthetic-speech.ts';
import { Chance } from './chance.ts';
import { Chaos } from './chaos.ts';
import { compareAccount, compareMails, compareRecords } from './compare-accounts.ts';
import { explainLog } from './explain-log.ts';
import { Journal } from './journal.ts';
import { PatientCaller } from './patient-caller.ts';
import { comparePayments, countLostConnections, settleJobs } from './settle-jobs.ts';
import { SimulatedUser, type UserDependencies } from './simulated-user.ts';
import { readSoakSettings } from './soak-settings.ts';
import { SITE_URL, startSoakWorld } from './soak-world.ts';
import { Speaker } from './speaker.ts';

const SAYINGS = [
  ['A short note to somebody.', 'It has two sentences.'],
  ['This one is longer than the other.', 'Somebody thinks for a moment.', 'And then it ends.'],
];
/** The server whose memory is measured, and when it counts as warmed up. */
const STEADY = 1;
const WARM_AFTER = 0.25;
/** Additional time: to start, to settle, and to compare. */
const AROUND_MS = 400_000;

const { seed, users: count, speakers, runMs, quietMs, memoryGrowth } = readSoakSettings(process.env);
const folder = scratchFolder();
const dataDir = scratchFolder();
const speech = await SandboxProcess.start();
const recordings = SAYINGS.map((phrases, index) => record(synthesise(phrases), folder, `saying-${index}.wav`));

test('Whatever goes wrong, everything acknowledged exists once', { timeout: runMs + AROUND_MS }, async () => {
  const begun = Date.now();
  const journal = new Journal(seed);
  console.log(`Soak with seed ${seed}: SOAK_SEED=${seed} repeats it.`);
  const world = await startSoakWorld(journal, dataDir);
  const { servers, payments, inbox, location } = world;

  let awake = Promise.withResolvers<void>();
  awake.resolve();
  const users = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const caller = new PatientCaller(servers, journal, { address: `10.0.0.${number}`, siteUrl: SITE_URL });
      const chance = new Chance(seed, number);
      const untilAwake = () => awake.promise;
      const dependencies = { caller, inbox, payments, journal, chance, folder, untilAwake };
      const user = new SimulatedUser(`u${number}`, dependencies);
      if (number < speakers) user.speakBy(await voiceOf(user, dependencies));
      return user;
    }),
  );
  journal.count('users', count);

  async function memoryInQuiet(): Promise<number> {
    awake = Promise.withResolvers();
    await delay(quietMs);
    const megabytes = servers.memoryOf(STEADY);
    awake.resolve();
    return megabytes;
  }

  const startedAt = Date.now();
  const progress = () => (Date.now() - startedAt) / runMs;
  let isOver = false;
  let warm: number | undefined;
  const living = users.map((user) => user.live(() => isOver));
  const chaos = new Chaos({ ...world, journal, chance: new Chance(seed, count) });
  try {
    await chaos.reign(progress, async () => {
      if (progress() > WARM_AFTER) warm ??= await memoryInQuiet();
      await comparePayments(location);
    });
  } finally {
    isOver = true;
    await Promise.all(living);
  }
  await Promise.all(users.map((user) => user.settle()));

  await comparePayments(location);
  await settleJobs(location);
  // Jobs cancelled things at the provider, which sends webhooks about it.
  await payments.flushWebhooks();
  for (const left of await settleJobs(location)) journal.blame('the queue', `jobs that are left: ${left}`);
  await inbox.stop();
  for (const user of users) await compareAccount(user, journal);
  await compareRecords({ users, location, payments, journal });
  compareMails({ users, inbox, journal });

  const end = await memoryInQuiet();
  const lost = await countLostConnections(location);
  if (lost > 0) journal.blame('a server', `holds ${lost} connections to the database that nothing uses`);
  journal.count('MB when warm', warm ?? 0);
  journal.count('MB in the end', end);
  if (memoryGrowth !== undefined && warm !== undefined && end > warm * memoryGrowth)
    journal.blame('a server', `held ${warm} MB when it was warm, and ${end} MB in the end`);
  await Promise.all(users.map((user) => user.app.close()));
  await servers.end();
  for (const log of servers.logs) explainLog(log, journal);

  journal.count('seconds in all', Math.round((Date.now() - begun) / 1_000));
  console.table(Object.fromEntries(journal.figures));
  expect(journal.problems).toEqual([]);
});

async function voiceOf(user: SimulatedUser, { chance, journal }: UserDependencies): Promise<Speaker> {
  const account = await speech.openAccount({});
  return new Speaker({ account, recordings, chance, journal, onUsage: (time) => user.app.record(time) });
}

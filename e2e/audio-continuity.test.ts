// Whatever happens to the connection, the recognized audio is the file's, each sample once.
import { describe, expect, test } from 'vitest';
import type { Scenario } from './control-api.ts';
import {
  ALL_WAYS,
  type DictationOutcome,
  dictate,
  REALTIME_WAYS,
  SOCKET_WAYS,
  STREAMING_WAYS,
  USUAL_WAYS,
  type Way,
} from './dictations.ts';
import { afterAudio, atThe, inPlaceOfSessions } from './faults.ts';
import { record, SAMPLE_RATE } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { synthesise } from './synthetic-speech.ts';
import { UnreliableNetwork } from './unreliable-network.ts';

const recording = record(
  synthesise(['The first phrase holds seven spoken words.', 'Then comes another one.', 'And this is how it ends.']),
  scratchFolder(),
);
const sandbox = await SandboxProcess.start();

const UNAVAILABLE = { type: 'refuse', status: 503 } as const;

const COURSES: { course: string; ways: readonly Way[]; pace?: 'realtime'; scenario: Scenario }[] = [
  {
    course: 'the connection breaks after two seconds',
    ways: ALL_WAYS,
    scenario: { rules: [afterAudio(2_000, { type: 'drop' })] },
  },
  {
    course: 'the connection breaks after two seconds, in real time',
    ways: STREAMING_WAYS,
    pace: 'realtime',
    scenario: { rules: [afterAudio(2_000, { type: 'drop' })] },
  },
  {
    course: 'the connection breaks after a commit',
    ways: REALTIME_WAYS,
    scenario: { rules: [atThe(2, 'commit', { type: 'drop' })] },
  },
  {
    course: 'the connection breaks just before a text arrives',
    ways: ALL_WAYS,
    scenario: { rules: [atThe(1, 'final', { type: 'drop' })] },
  },
  {
    course: 'the server hangs after two seconds',
    ways: SOCKET_WAYS,
    scenario: { rules: [afterAudio(2_000, { type: 'stall' })] },
  },
  {
    course: 'the server hangs after two seconds, in real time',
    ways: STREAMING_WAYS,
    pace: 'realtime',
    scenario: { rules: [afterAudio(2_000, { type: 'stall' })] },
  },
  {
    course: 'the server does not respond to an upload',
    ways: ['as a file'],
    scenario: { rules: [atThe(1, 'request', { type: 'stall' })] },
  },
  {
    course: 'the server takes two seconds to connect',
    ways: SOCKET_WAYS,
    scenario: { connectDelayMs: 2_000 },
  },
  {
    course: 'the server takes two seconds to connect, in real time',
    ways: SOCKET_WAYS,
    pace: 'realtime',
    scenario: { connectDelayMs: 2_000 },
  },
  {
    course: 'the server takes two seconds to process an upload',
    ways: ['as a file'],
    scenario: { rules: [atThe(1, 'request', { type: 'delay', ms: 2_000 })] },
  },
  {
    course: 'the server is unavailable at first',
    ways: USUAL_WAYS,
    scenario: { rules: inPlaceOfSessions([1, 2], UNAVAILABLE) },
  },
  {
    course: 'the session expires',
    ways: REALTIME_WAYS,
    scenario: { rules: [afterAudio(2_000, { type: 'expire' })] },
  },
  {
    course: 'each session expires after two seconds, in real time',
    ways: REALTIME_WAYS,
    pace: 'realtime',
    scenario: { sessionMaxMs: 2_000 },
  },
];

/**
 * The positions of the recognized audio within the recording, in samples and in order. Text that was lost with its connection is
 * requested again; the same audio then counts once.
 */
async function understoodRanges({ account, sessions }: DictationOutcome): Promise<{ from: number; to: number }[]> {
  const ranges = new Map<string, { from: number; to: number }>();
  for (const { session, items } of sessions) {
    const audio = await account.audio(session);
    for (const { from, to } of items.filter(({ outcome }) => outcome === 'final')) {
      const place = recording.pcm.indexOf(audio.subarray(2 * from, 2 * to));
      if (place === -1) throw new Error(`Samples ${from} to ${to} of session ${session} are not in the recording.`);
      const range = { from: place / 2, to: place / 2 + to - from };
      ranges.set(JSON.stringify(range), range);
    }
  }
  return [...ranges.values()].sort((a, b) => a.from - b.from);
}

async function expectAllAudioOnce(outcome: DictationOutcome): Promise<void> {
  expect(outcome).toMatchObject({ exitCode: 0, stdout: `${recording.text}\n` });
  const ranges = await understoodRanges(outcome);
  expect(ranges.map(({ from }) => from)).toEqual([0, ...ranges.slice(0, -1).map(({ to }) => to)]);
  expect(ranges.at(-1)!.to).toBeGreaterThan(recording.speech.words.at(-1)!.toSeconds * SAMPLE_RATE);
}

describe.concurrent('All audio is transcribed exactly once if', () => {
  for (const { course, ways, pace = 'fast', scenario } of COURSES) {
    test.each<Way>(ways)(`${course}, %s`, async (way) => {
      await expectAllAudioOnce(await dictate(sandbox, { way, recording, scenario, pace }));
    });
  }

  for (const pace of ['fast', 'realtime'] as const) {
    test.each<Way>(USUAL_WAYS)(`the network is down for three seconds, ${pace}, %s`, async (way) => {
      const outage = { afterBytes: 100_000, ms: 3_000 };
      const { baseUrl, network } = await UnreliableNetwork.before(sandbox.baseUrl, outage);
      await expectAllAudioOnce(await dictate(sandbox, { way, recording, baseUrl, pace }));
      network.close();
    });
  }
});

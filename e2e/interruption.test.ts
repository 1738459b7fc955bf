// A signal ends the command at any moment, with all of its processes, and the text so far is printed.
import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { RunningProcess } from './child-processes.ts';
import { startCommandLine } from './command-line-process.ts';
import type { SessionRecord } from './control-api.ts';
import { type Dictation, dictationCall, startDictation } from './dictations.ts';
import { whenever } from './faults.ts';
import { startNpm } from './npm-process.ts';
import { recordEndless, SAMPLE_RATE, TEXT_TRAVEL_SECONDS } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { synthesise } from './synthetic-speech.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Longer than a test may take. */
const ENDLESS_MS = 600_000;

const folder = scratchFolder();
const speech = synthesise(['What was understood until then is printed.']);
const recording = recordEndless(speech, folder);
const sandbox = await SandboxProcess.start();

interface Moment extends Omit<Dictation, 'recording'> {
  moment: string;
  /** Whether the moment has come, according to what the sandbox received. */
  isReached(sessions: readonly SessionRecord[]): boolean;
  /**
   * The most sessions that may be started: a command that went on would keep starting others. By default one more than
   * had been: on a busy machine, a connection may just have seemed lost.
   */
  mostSessions?: number;
}

const hasHeard = (seconds: number) => (sessions: readonly SessionRecord[]) =>
  sessions.some(({ receivedSamples }) => receivedSamples >= seconds * SAMPLE_RATE);
const isAsked = (sessions: readonly SessionRecord[]) => sessions.length > 0;

const WHILE_SPEECH_IS_SENT: Moment = {
  moment: 'while speech is sent',
  way: 'phrase by phrase',
  pace: 'realtime',
  isReached: hasHeard(1),
};

const MOMENTS: Moment[] = [
  {
    moment: 'while it connects',
    way: 'phrase by phrase',
    scenario: { connectDelayMs: ENDLESS_MS },
    isReached: isAsked,
  },
  WHILE_SPEECH_IS_SENT,
  {
    moment: 'while speech is streamed',
    way: 'at Deepgram',
    pace: 'realtime',
    isReached: hasHeard(1),
  },
  {
    moment: 'while it waits for a text',
    way: 'word by word',
    scenario: { latency: { fixedMs: ENDLESS_MS } },
    isReached: (sessions) => sessions.some(({ items }) => items.length > 0),
  },
  {
    moment: 'while it waits for the text of a file',
    way: 'as a file',
    scenario: { rules: [whenever('request', { type: 'stall' })] },
    isReached: isAsked,
    // A long recording is sent in several pieces.
    mostSessions: 9,
  },
  {
    moment: 'between two attempts to connect',
    way: 'phrase by phrase',
    scenario: { rules: [whenever('upgrade', { type: 'drop' }), whenever('request', { type: 'drop' })] },
    isReached: (sessions) => sessions.length >= 5,
    mostSessions: 9,
  },
];

/** Sends signals, and expects every process to exit. */
async function expectEndBy(
  signal: (typeof SIGNALS)[number],
  running: RunningProcess,
  send = () => running.signal(signal),
): Promise<string> {
  send();
  const { exitCode, stdout, stderr } = await running.ended;
  expect(exitCode).toBe(128 + constants.signals[signal]);
  expect(running.isAnyoneLeft).toBe(false);
  expect(stderr).not.toContain('    at ');
  return stdout;
}

describe.concurrent.each(SIGNALS)('%s ends the command', (signal) => {
  test('right after its start', async () => {
    await expectEndBy(signal, startCommandLine(['transcribe', recording.path], { OPENAI_API_KEY: 'sk-e2e' }));
  });

  for (const { moment, isReached, mostSessions, ...dictation } of MOMENTS) {
    test(moment, async () => {
      const { running, account } = await startDictation(sandbox, { recording, ...dictation });
      await account.until(isReached);
      const { length: started } = await account.sessions();
      await expectEndBy(signal, running);
      expect((await account.sessions()).length).toBeLessThanOrEqual(mostSessions ?? started + 1);
    });
  }

  test('with the text so far on stdout', async () => {
    const { running, account } = await startDictation(sandbox, { recording, ...WHILE_SPEECH_IS_SENT });
    await account.until(hasHeard(speech.seconds + TEXT_TRAVEL_SECONDS));
    expect(await expectEndBy(signal, running)).toBe(`${speech.text}\n`);
  });

  test('even if it is sent twice', async () => {
    const { running, account } = await startDictation(sandbox, { recording, ...WHILE_SPEECH_IS_SENT });
    await account.until(hasHeard(1));
    await expectEndBy(signal, running, () => {
      running.signal(signal);
      running.signal(signal);
    });
  });

  test.each([
    ['npm alone', (npm: RunningProcess) => npm.signal(signal)],
    ['npm and all its children', (npm: RunningProcess) => void npm.signalGroup(signal)],
  ])('if npm runs it, sent to %s', async (_, send) => {
    const account = await sandbox.openAccount(recording.script);
    const [args, environment] = dictationCall({ recording, ...WHILE_SPEECH_IS_SENT }, account);
    const npm = startNpm(['run', '--silent', 'saykey', '--', ...args], { HOME: folder, ...environment });
    await account.until(hasHeard(1));
    await expectEndBy(signal, npm, () => send(npm));
  });
});

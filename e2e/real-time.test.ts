// Text appears while the user speaks.
import { describe, expect, test } from 'vitest';
import type { Scenario } from './control-api.ts';
import { ALL_WAYS, dictate, STREAMING_WAYS, startDictation, type Way } from './dictations.ts';
import { recordEndless, SAMPLE_RATE, spokenSample, TEXT_TRAVEL_SECONDS } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { synthesise } from './synthetic-speech.ts';

const sample = spokenSample();
const speech = synthesise(['Words appear while one speaks.', 'Nobody waits for the end.']);
const endless = recordEndless(speech, scratchFolder());
const sandbox = await SandboxProcess.start();

interface Result {
  text: string;
  segments: { id: string; text: string }[];
  audioSeconds: number;
  firstTextMs: number;
  finalMs: number;
}

/** The text some time after the speech, while the recording continues: an interruption prints it. */
async function textBeforeEnd(way: Way, scenario: Scenario = {}): Promise<string> {
  const { running, account } = await startDictation(sandbox, { way, recording: endless, pace: 'realtime', scenario });
  const samples = (speech.seconds + TEXT_TRAVEL_SECONDS) * SAMPLE_RATE;
  await account.until((sessions) => sessions.some(({ receivedSamples }) => receivedSamples >= samples));
  running.signal('SIGINT');
  return (await running.ended).stdout;
}

describe.concurrent('A recording played in real time', () => {
  test.each<Way>(STREAMING_WAYS)('yields its text before it ends, %s', async (way) => {
    expect(await textBeforeEnd(way)).toBe(`${speech.text}\n`);
  });

  test('yields its words before they are final, word by word', async () => {
    const neverSure = { latency: { fixedMs: 600_000 } };
    expect(await textBeforeEnd('word by word', neverSure)).toBe(`${speech.text}\n`);
  });
});

describe.concurrent('The JSON output', () => {
  test.each<Way>(ALL_WAYS)('contains the text, its segments, and times, %s', async (way) => {
    const { exitCode, stdout, stderr } = await dictate(sandbox, { way, recording: sample, args: ['--json'] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const result: Result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual(['text', 'segments', 'audioSeconds', 'firstTextMs', 'finalMs']);
    expect(result.text).toBe(sample.text);
    expect(result.segments.map(({ text }) => text).join(' ')).toBe(sample.text);
    expect(new Set(result.segments.map(({ id }) => id)).size).toBe(result.segments.length);
    expect(result.audioSeconds).toBeCloseTo(10.084, 2);
    expect(result.firstTextMs).toBeGreaterThan(0);
    expect(result.firstTextMs).toBeLessThanOrEqual(result.finalMs);
  });
});

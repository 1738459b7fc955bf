// Text appears while one speaks.
import { describe, expect, test } from 'vitest';
import { ALL_WAYS, dictate, REALTIME_WAYS, STREAMING_WAYS, type Way } from './dictations.ts';
import { spokenSample } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';

const sample = spokenSample();
const sandbox = await SandboxProcess.start();

interface Result {
  text: string;
  segments: { id: string; text: string }[];
  audioSeconds: number;
  firstTextMs: number;
  finalMs: number;
}

async function dictateSample(way: Way, pace: 'realtime' | 'fast'): Promise<Result> {
  const { exitCode, stdout, stderr } = await dictate(sandbox, { way, recording: sample, pace, args: ['--json'] });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Speech of nine seconds is not over before, with a second or so for what precedes the first word. */
const SPEECH_MS = sample.seconds * 1_000 - 1_500;

describe.concurrent('A recording that is played as if it were spoken now', () => {
  test.each<Way>(STREAMING_WAYS)('has text before it ends, %s', async (way) => {
    const { text, firstTextMs, finalMs } = await dictateSample(way, 'realtime');
    expect(text).toBe(sample.text);
    expect(firstTextMs).toBeGreaterThan(0);
    expect(firstTextMs).toBeLessThan(SPEECH_MS);
    expect(finalMs).toBeGreaterThan(SPEECH_MS);
  });

  test('has its first words sooner word by word than phrase by phrase', async () => {
    const [byPhrase, byWord] = await Promise.all(REALTIME_WAYS.map((way) => dictateSample(way, 'realtime')));
    expect(byWord!.firstTextMs).toBeLessThan(byPhrase!.firstTextMs);
  });
});

describe.concurrent('The JSON form', () => {
  test.each<Way>(ALL_WAYS)('holds text, its segments, and times, %s', async (way) => {
    const result = await dictateSample(way, 'fast');
    expect(Object.keys(result)).toEqual(['text', 'segments', 'audioSeconds', 'firstTextMs', 'finalMs']);
    expect(result.text).toBe(sample.text);
    expect(result.segments.map(({ text }) => text).join(' ')).toBe(sample.text);
    expect(new Set(result.segments.map(({ id }) => id)).size).toBe(result.segments.length);
    expect(result.audioSeconds).toBeCloseTo(10.084, 2);
    expect(result.firstTextMs).toBeLessThanOrEqual(result.finalMs);
  });
});

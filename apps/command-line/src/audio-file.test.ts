import { SAMPLE_RATE } from '@workspace/speech/provider';
import { expect, test } from 'vitest';
import { checkAudioFile, readAudioFile } from './audio-file.ts';
import { AudioFileError } from './audio-file-error.ts';
import { collect } from './testing/collect.ts';
import { saveFile } from './testing/save-file.ts';
import { signalToErrorDb, sweepSamples } from './testing/sweep.ts';
import { wavBytes } from './testing/wav-bytes.ts';
import type { SampleType } from './wav-format.ts';

const RATES = [8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 88_200, 96_000];
/** The output's 16 bits limit even a perfect conversion to 96 dB. Eight bits can't carry more than 50. */
const QUALITIES: readonly [SampleType, number][] = [
  ['pcm8', 50],
  ['pcm16', 90],
  ['pcm24', 95],
  ['pcm32', 95],
  ['float32', 95],
  ['float64', 95],
];

/** All types decode to the same form, so each type is tried with and without resampling, and each rate once. */
const SOURCES = [
  ...QUALITIES.flatMap(([type, quality]) => [SAMPLE_RATE, 44_100].map((rate) => [type, rate, quality] as const)),
  ...RATES.map((rate) => ['pcm24', rate, 95] as const),
];

test.for(SOURCES)('A swept sine in %s at %i Hz has an SNR over %i dB', async ([sampleType, sampleRate, quality]) => {
  const sweep = { seconds: 0.4, fromHz: 50, toHz: 0.45 * Math.min(sampleRate, SAMPLE_RATE), amplitude: 0.9 };
  const left = sweepSamples(sweep, sampleRate);
  const right = left.map((sample) => 0.8 * sample);
  const path = saveFile(wavBytes({ sampleRate, sampleType, channels: [left, right] }));
  const samples = await collect(readAudioFile(path));
  const expected = sweepSamples(sweep, SAMPLE_RATE).map((sample) => 0.9 * 0x8000 * sample);
  expect(samples).toHaveLength(Math.round((left.length * SAMPLE_RATE) / sampleRate));
  expect(signalToErrorDb(expected, samples)).toBeGreaterThan(quality);
});

test.for([44_100, 48_000, 96_000])('Tones above half the output rate are removed at %i Hz', async (sampleRate) => {
  const sweep = { seconds: 0.3, fromHz: 0.55 * SAMPLE_RATE, toHz: 0.45 * sampleRate, amplitude: 0.9 };
  const channels = [sweepSamples(sweep, sampleRate)];
  const samples = await collect(readAudioFile(saveFile(wavBytes({ sampleRate, sampleType: 'float32', channels }))));
  expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(1);
});

test('16-bit samples at the output rate are kept bit for bit', async () => {
  const every = Array.from({ length: 0x1_0000 }, (_, i) => i - 0x8000);
  const channel = every.map((sample) => sample / 0x8000);
  for (const channels of [[channel], [channel, channel]]) {
    const path = saveFile(wavBytes({ sampleRate: SAMPLE_RATE, sampleType: 'pcm16', channels }));
    expect(await collect(readAudioFile(path))).toEqual(Int16Array.from(every));
  }
});

test('Checking a file returns its duration, or rejects if its header is cut off', async () => {
  const channels = [new Float64Array(12_000)];
  const bytes = wavBytes({ sampleRate: 48_000, sampleType: 'pcm16', channels });
  expect(await checkAudioFile(saveFile(bytes))).toBe(0.25);
  await expect(checkAudioFile(saveFile(bytes.subarray(0, 30)))).rejects.toThrow(AudioFileError);
});

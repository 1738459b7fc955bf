// The provider receives the file's audio: complete, in place, and with 16-bit quality.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delayOf, fidelityDb, samplesOf } from './audio-comparison.ts';
import { ALL_WAYS, type DictationOutcome, dictate, type Way } from './dictations.ts';
import { type Recording, record, SAMPLE_RATE } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { afterQuiet, sampled, synthesise, withoutQuiet } from './synthetic-speech.ts';
import { type SampleType, wavFile } from './wav-files.ts';

const FIDELITY_DB = 60;
/** A microphone that hears nothing for five minutes is switched off. */
const SILENCE_SECONDS = 5 * 60 + 1;
/** The search range for the delay. */
const REACH = SAMPLE_RATE / 50;

const folder = scratchFolder();
const speech = synthesise(['First words are not lost, whatever follows them.', 'Nor are the last.']);
const plain = record(speech, folder);
const filled = record(withoutQuiet(speech), folder, 'filled.wav');
const late = record(afterQuiet(speech, SILENCE_SECONDS), folder, 'late.wav');
const original = sampled(speech, SAMPLE_RATE);
const sandbox = await SandboxProcess.start();

type Channels = 'mono' | 'stereo';

/** The same speech in another format. With two channels, each adds a loud tone that the other cancels out. */
function recordedAs(sampleRate: number, sampleType: SampleType, channels: Channels): Recording {
  const path = join(folder, `${sampleRate}-${sampleType}-${channels}.wav`);
  const voice = sampled(speech, sampleRate);
  const aside = voice.map((_, index) => 0.2 * Math.sin((2 * Math.PI * 700 * index) / sampleRate));
  const sides = [voice.map((sample, index) => sample + aside[index]!), voice.map((sample, i) => sample - aside[i]!)];
  writeFileSync(path, wavFile(sampleRate, sampleType, channels === 'mono' ? [voice] : sides));
  return { path, text: plain.text, script: plain.script };
}

/** All audio once: on a busy machine a connection may seem lost, and what it didn't confirm in time is sent again. */
async function received({ sessions, account }: DictationOutcome): Promise<Buffer> {
  const parts = await Promise.all(sessions.map(({ session }) => account.audio(session)));
  return parts.reduce(continued);
}

/** The audio of a session continued by the next one, which may begin with what the first one has sent already. */
function continued(audio: Buffer, next: Buffer): Buffer {
  for (let start = Math.max(0, audio.length - next.length); start < audio.length; start += 2) {
    const again = audio.subarray(start);
    if (again.equals(next.subarray(0, again.length))) return Buffer.concat([audio.subarray(0, start), next]);
  }
  return Buffer.concat([audio, next]);
}

async function expectTheFilesAudio(outcome: DictationOutcome): Promise<void> {
  const audio = samplesOf(await received(outcome));
  expect(delayOf(audio, original, REACH)).toBe(0);
  expect(fidelityDb(audio, original)).toBeGreaterThanOrEqual(FIDELITY_DB);
  for (const { fromSeconds, toSeconds } of speech.words) {
    const [from, to] = [Math.round(fromSeconds * SAMPLE_RATE), Math.round(toSeconds * SAMPLE_RATE)];
    expect(fidelityDb(audio, original, from, to)).toBeGreaterThanOrEqual(FIDELITY_DB);
  }
}

const FORMATS: [sampleRate: number, sampleType: SampleType, channels: Channels, way: Way][] = [
  [8_000, 'pcm16', 'mono', 'phrase by phrase'],
  [8_000, 'float32', 'stereo', 'at Deepgram'],
  [16_000, 'pcm24', 'mono', 'as a file'],
  [16_000, 'pcm32', 'stereo', 'phrase by phrase'],
  [22_050, 'pcm32', 'mono', 'at Deepgram'],
  [22_050, 'pcm24', 'stereo', 'word by word'],
  [24_000, 'pcm24', 'mono', 'phrase by phrase'],
  [24_000, 'pcm32', 'mono', 'at Deepgram'],
  [24_000, 'float32', 'stereo', 'as a file'],
  [44_100, 'float32', 'mono', 'as a file with streamed text'],
  [44_100, 'pcm16', 'stereo', 'phrase by phrase'],
  [48_000, 'pcm24', 'stereo', 'as a file'],
  [48_000, 'pcm16', 'mono', 'at Deepgram'],
  [96_000, 'float32', 'mono', 'phrase by phrase'],
  [96_000, 'pcm32', 'stereo', 'as a file'],
];

/** AssemblyAI accepts no frame shorter than 50 ms, so the last one is padded. */
function withoutEndingSilence(pcm: Buffer): Buffer {
  const last = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2).findLastIndex((sample) => sample !== 0);
  return pcm.subarray(0, 2 * (last + 1));
}

describe.concurrent('A file’s audio reaches the provider', () => {
  test.each(FORMATS)(
    'without delay or distortion from %d Hz, %s, %s, %s',
    async (sampleRate, sampleType, channels, way) => {
      const recording = recordedAs(sampleRate, sampleType, channels);
      const outcome = await dictate(sandbox, { way, recording });
      expect(outcome).toMatchObject({ exitCode: 0, stdout: `${recording.text}\n` });
      await expectTheFilesAudio(outcome);
    },
  );

  test.each<Way>(ALL_WAYS)('bit for bit if no conversion is needed, %s', async (way) => {
    const outcome = await dictate(sandbox, { way, recording: plain });
    const audio = withoutEndingSilence(await received(outcome));
    // The records show whether a connection was lost, and what was sent again.
    expect(audio.equals(plain.pcm.subarray(0, audio.length)), JSON.stringify(outcome.sessions)).toBe(true);
    expect(audio.length / 2 / SAMPLE_RATE).toBeGreaterThan(speech.words.at(-1)!.toSeconds);
  });

  test('even after minutes of silence', async () => {
    const outcome = await dictate(sandbox, { way: 'phrase by phrase', recording: late });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: `${late.text}\n` });
  });

  test.each<Way>(ALL_WAYS)('from the first sample to the last if speech fills the file, %s', async (way) => {
    const outcome = await dictate(sandbox, { way, recording: filled });
    expect(outcome.stdout).toBe(`${filled.text}\n`);
    expect(withoutEndingSilence(await received(outcome)).equals(withoutEndingSilence(filled.pcm))).toBe(true);
  });
});

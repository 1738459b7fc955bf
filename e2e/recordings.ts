import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './control-api.ts';
import { ROOT } from './repository.ts';
import { type Speech, sampled } from './synthetic-speech.ts';
import { pcm16, wavFile } from './wav-files.ts';

/** The sample rate at which providers receive audio, whatever the file's own. */
export const SAMPLE_RATE = 24_000;

/** A WAV file and its text. */
export interface Recording {
  path: string;
  text: string;
  /** What the sandbox needs to recognize it. */
  script: Pick<Scenario, 'reference' | 'words'>;
}

/** A 16-bit mono recording at `SAMPLE_RATE`: the provider must receive exactly these bytes. */
export interface PlainRecording extends Recording {
  speech: Speech;
  pcm: Buffer;
}

/** Records speech. */
export function record(speech: Speech, folder: string, name = 'recording.wav'): PlainRecording {
  const path = join(folder, name);
  const samples = sampled(speech, SAMPLE_RATE);
  writeFileSync(path, wavFile(SAMPLE_RATE, 'pcm16', [samples]));
  const words = speech.words.map(({ text, fromSeconds, toSeconds }) => ({
    text: ` ${text}`,
    startMs: fromSeconds * 1_000,
    endMs: Math.floor(toSeconds * 1_000),
  }));
  return { path, text: speech.text, script: { reference: { wavPath: path }, words }, speech, pcm: pcm16(samples) };
}

/** More than a test may take. */
export const ENDLESS_SECONDS = 200;
/** The hum in an endless recording: loud enough to count as voice, and unlike any word. */
const HUM = { hertz: 140, level: 0.1 } as const;

/** This much later in an endless recording, the text of its speech has long been received. */
export const TEXT_TRAVEL_SECONDS = 2;

/** The same, followed by humming for longer than a test may take: a test that waits for the end fails. */
export function recordEndless(speech: Speech, folder: string): PlainRecording {
  const recording = record(speech, folder);
  const spoken = sampled(speech, SAMPLE_RATE);
  const samples = Float64Array.from({ length: ENDLESS_SECONDS * SAMPLE_RATE }, (_, index) =>
    index < spoken.length ? spoken[index]! : HUM.level * Math.sin((2 * Math.PI * HUM.hertz * index) / SAMPLE_RATE),
  );
  const path = join(folder, 'endless.wav');
  writeFileSync(path, wavFile(SAMPLE_RATE, 'pcm16', [samples]));
  return { ...recording, path };
}

/** Three sentences spoken by a synthesizer, with pauses between them. */
export function spokenSample(): Recording & { seconds: number } {
  const folder = join(ROOT, 'sandbox', 'speech', 'sample');
  const path = join(folder, 'sample.wav');
  const words = JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')) as NonNullable<Scenario['words']>;
  return {
    path,
    text: words
      .map(({ text }) => text)
      .join('')
      .trim(),
    script: { reference: { wavPath: path }, words },
    seconds: words.at(-1)!.endMs / 1_000,
  };
}

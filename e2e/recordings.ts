import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './child-processes.ts';
import type { Scenario } from './control-api.ts';
import { type Speech, sampled } from './synthetic-speech.ts';
import { pcm16, wavFile } from './wav-files.ts';

/** The rate at which audio reaches a provider, whatever the file's own. */
export const SAMPLE_RATE = 24_000;

/** A WAV file, and what is said in it. */
export interface Recording {
  path: string;
  text: string;
  /** What makes the sandbox hear it. */
  script: Pick<Scenario, 'reference' | 'words'>;
}

/** A mono recording of 16 bits at `SAMPLE_RATE`: just these bytes are to reach the provider. */
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

/** Three sentences that a synthesiser spoke, with pauses between them. */
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

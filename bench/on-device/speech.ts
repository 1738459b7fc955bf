import { globSync } from 'node:fs';
import { readAudioFile } from '@workspace/command-line/audio-file';
import { SAMPLE_RATE } from '@workspace/speech/provider';
import { concatenated } from '@workspace/speech/samples';

/** Sentences read aloud, from Debian's `pocketsphinx-testdata`. */
const FOLDER = '/usr/share/pocketsphinx/test/data/librivox';
/** Anything louder than this (out of 32,768) is voice; the recordings have little noise. */
const VOICE = 1_000;

/** A sentence from just before its first sound to its last one, at `SAMPLE_RATE`. */
export type Sentence = Int16Array;

/** Resolves with all installed sentences, in the order of the book. */
export async function readSentences(): Promise<Sentence[]> {
  const files = globSync(`${FOLDER}/*.wav`).sort();
  return Promise.all(
    files.map(async (file) => {
      const pieces: Int16Array[] = [];
      for await (const piece of readAudioFile(file)) pieces.push(piece);
      const samples = concatenated(pieces);
      const isVoice = (sample: number) => Math.abs(sample) > VOICE;
      return samples.slice(samples.findIndex(isVoice), samples.findLastIndex(isVoice) + 1);
    }),
  );
}

export function secondsOf(samples: Int16Array): number {
  return samples.length / SAMPLE_RATE;
}

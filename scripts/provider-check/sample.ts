import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAudioFile, readAudioFile } from '@workspace/command-line/audio-file';
import { z } from 'zod';

const FOLDER = join(import.meta.dirname, '..', '..', 'sandbox', 'speech', 'sample');
const FILE = join(FOLDER, 'sample.wav');

/** A recording with its transcript. */
export interface Sample {
  text: string;
  seconds: number;
  /** Mono PCM16 at `SAMPLE_RATE`. */
  read(): AsyncIterable<Int16Array>;
}

/** Resolves with the repository's own sample: three synthesized sentences. */
export async function loadSample(): Promise<Sample> {
  const words = z
    .array(z.object({ text: z.string() }))
    .parse(JSON.parse(readFileSync(join(FOLDER, 'sample.json'), 'utf8')));
  return {
    text: words.map(({ text }) => text).join(''),
    seconds: await checkAudioFile(FILE),
    read: () => readAudioFile(FILE),
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAudioFile } from '@workspace/command-line/audio-file';
import { SAMPLE_RATE } from '@workspace/speech/provider';
import { concatenated } from '@workspace/speech/samples';

const SAMPLE_FOLDER = join(import.meta.dirname, '..', '..', 'sandbox', 'speech', 'sample');
/** Silence between two repetitions of the sample. */
const PAUSE_MS = 600;
/** The release comes shortly after the last word. */
const AFTER_LAST_WORD_MS = 60;

interface Word {
  text: string;
  startMs: number;
  endMs: number;
}

export interface Recording {
  /** Mono PCM16 at `SAMPLE_RATE`. */
  samples: Int16Array;
  words: Word[];
}

/** Resolves with speech of about this length: the spoken sample, repeated as needed and cut just after a word. */
export async function recordingOf(seconds: number): Promise<Recording> {
  const sample = await readSamples(join(SAMPLE_FOLDER, 'sample.wav'));
  const sampleWords: Word[] = JSON.parse(readFileSync(join(SAMPLE_FOLDER, 'sample.json'), 'utf8'));
  const sampleMs = (sample.length / SAMPLE_RATE) * 1_000 + PAUSE_MS;
  const pause = new Int16Array((PAUSE_MS / 1_000) * SAMPLE_RATE);

  const words = Array.from({ length: Math.ceil((seconds * 1_000) / sampleMs) }, (_, repetition) =>
    sampleWords.map(({ text, startMs, endMs }) => ({
      text: repetition > 0 ? ` ${text.trimStart()}` : text,
      startMs: startMs + repetition * sampleMs,
      endMs: endMs + repetition * sampleMs,
    })),
  )
    .flat()
    .filter(({ endMs }) => endMs + AFTER_LAST_WORD_MS <= seconds * 1_000);
  const lengthMs = (words.at(-1)?.endMs ?? 0) + AFTER_LAST_WORD_MS;
  const repeated = Array.from({ length: Math.ceil(lengthMs / sampleMs) }, () => [sample, pause]).flat();
  return { samples: concatenated(repeated).slice(0, Math.round((lengthMs / 1_000) * SAMPLE_RATE)), words };
}

async function readSamples(file: string): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of readAudioFile(file)) pieces.push(piece);
  return concatenated(pieces);
}

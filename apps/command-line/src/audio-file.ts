import { resample } from './resampler.ts';
import { openWavFile } from './wav-file.ts';

/** Makes sure that a file can be read as audio, and returns its length in seconds. Throws `AudioFileError`. */
export async function checkAudioFile(path: string): Promise<number> {
  const file = await openWavFile(path);
  await file.close();
  return file.durationSeconds;
}

/** A file's audio as mono PCM16 at `SAMPLE_RATE`, in pieces, each read when it is asked for. Throws `AudioFileError`. */
export async function* readAudioFile(path: string): AsyncGenerator<Int16Array> {
  const file = await openWavFile(path);
  try {
    yield* resample(file.blocks(), file.format.sampleRate);
  } finally {
    await file.close();
  }
}

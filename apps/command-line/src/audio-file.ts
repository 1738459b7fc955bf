import { resample } from './resampler.ts';
import { openWavFile } from './wav-file.ts';

/** Checks that a file can be read as audio; resolves with its length in seconds. Throws `AudioFileError`. */
export async function checkAudioFile(path: string): Promise<number> {
  const file = await openWavFile(path);
  await file.close();
  return file.durationSeconds;
}

/** Yields a file's audio as mono PCM16 at `SAMPLE_RATE`, in pieces read on demand. Throws `AudioFileError`. */
export async function* readAudioFile(path: string): AsyncGenerator<Int16Array> {
  const file = await openWavFile(path);
  try {
    yield* resample(file.blocks(), file.format.sampleRate);
  } finally {
    await file.close();
  }
}

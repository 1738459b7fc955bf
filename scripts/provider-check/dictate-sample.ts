import { dictateFile } from '@workspace/command-line/dictate-file';
import { fileMicrophone } from '@workspace/command-line/file-microphone';
import type { WallClock } from '@workspace/dictation/ports';
import { joinText } from '@workspace/dictation/spacing';
import type { SttModel, SttProvider } from '@workspace/speech/provider';
import { wordErrorRate } from '@workspace/speech/word-errors';
import type { Sample } from './sample.ts';

const LANGUAGES = ['en'];
/** One of the sample's own words, so that it can do no harm. */
const KEYWORDS = ['commas'];
/** Providers may understand the synthesizer's voice differently. */
const TOLERATED_ERROR_RATE = 0.2;

export interface Outcome {
  result: 'as expected' | 'another text' | 'failed';
  /** Why it failed, and what to do. */
  because?: string;
  wordErrorRate: number;
  /** Milliseconds since the sample began; null if no text came. */
  firstTextMs: number | null;
  finalMs: number | null;
}

/**
 * Speaks the sample to a provider, in real time and through the engine. Never uses a fallback, which would hide a
 * failure of the way being tried.
 */
export async function dictateSample(
  { fallback: _, ...provider }: SttProvider,
  model: SttModel['id'],
  sample: Sample,
  clock: WallClock,
): Promise<Outcome> {
  const { takes, times } = await dictateFile({
    recognition: { provider, config: { model, languages: LANGUAGES, keywords: KEYWORDS } },
    microphone: fileMicrophone(sample.read, 'realtime', clock),
    clock,
    signal: new AbortController().signal,
    onLook: () => {},
  });
  const text = takes.reduce((before, take) => before + joinText(before, take.text), '');
  const error = takes.find((take) => take.error)?.error;
  const errorRate = wordErrorRate(sample.text, text);
  const { firstTextMs, finalMs } = times;
  const figures = { wordErrorRate: errorRate, firstTextMs, finalMs };
  if (error) return { result: 'failed', because: `${error.message} ${error.advice}`, ...figures };
  return { result: errorRate <= TOLERATED_ERROR_RATE ? 'as expected' : 'another text', ...figures };
}

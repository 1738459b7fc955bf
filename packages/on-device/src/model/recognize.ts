import { DOUBT, SOUND, WINDOW } from '../limits.ts';
import { quietestPosition } from '../quietest-position.ts';
import { MODEL_RATE, resample } from './resample.ts';
import type { Hypothesis, SpeechModel } from './speech-model.ts';
import { textOf } from './vocabulary.ts';

/** A phrase to recognize. */
export interface Phrase {
  /** PCM16 at `SAMPLE_RATE`, trimmed to the voice. */
  samples: Int16Array;
  /** Tokens that its text probably starts with. */
  draft: readonly number[];
  /** Whether the text is final. A doubtful final text is retried; a doubtful provisional one is discarded. */
  final: boolean;
}

export interface Understood {
  text: string;
  /** The draft for the next attempt. */
  tokens: number[];
}

interface Padding {
  beforeAudioMs: number;
  afterAudioMs: number;
}

type Model = Pick<SpeechModel, 'transcribe'>;

/**
 * Returns the text of a phrase; `undefined` if it is provisional and too doubtful to show. The model can't always be
 * trusted: it can run into a loop, never end, skip words, or be unsure. Then a final text is retried with other silence
 * around the sound, and in halves, and the most certain of the best texts is used. Rejects if `pause` does.
 */
export async function recognize(
  model: Model,
  { samples, draft, final }: Phrase,
  pause: () => Promise<void>,
): Promise<Understood | undefined> {
  const sound = resample(samples);
  const transcribe = (part: Float32Array, padding: Padding, tokens: readonly number[] = []) =>
    model.transcribe(padded(part, padding), { draft: tokens, pause });

  const isSparse = ({ tokens }: Hypothesis) =>
    sound.length >= samplesAt(DOUBT.denseFromAudioMs) &&
    tokens.length > 0 &&
    tokens.length < (sound.length / MODEL_RATE) * DOUBT.tokensPerSecond;
  const isSound = (hypothesis: Hypothesis) =>
    hypothesis.outcome === 'complete' && hypothesis.confidence >= DOUBT.confidence && !isSparse(hypothesis);

  const first = await transcribe(sound, SOUND.padding, draft);
  if (isSound(first)) return understood(first.tokens);
  if (!final) return undefined;

  const hypotheses = [first];
  for (const padding of DOUBT.otherPaddings) {
    const again = await transcribe(sound, padding);
    if (isSound(again)) return understood(again.tokens);
    hypotheses.push(again);
  }
  if (sound.length >= samplesAt(DOUBT.splitFromAudioMs)) {
    const middle = quietestPosition(sound, sound.length / 3, (sound.length * 2) / 3, samplesAt(WINDOW.pauseAudioMs));
    const halves = [
      await transcribe(sound.subarray(0, middle), SOUND.padding),
      await transcribe(sound.subarray(middle), SOUND.padding),
    ];
    hypotheses.push(joined(halves));
  }
  const complete = hypotheses.filter(({ outcome }) => outcome === 'complete');
  const whole = complete.filter((hypothesis) => !isSparse(hypothesis));
  const best = [whole, complete, hypotheses].find(({ length }) => length > 0)!;
  return understood(withoutLoop(best.reduce((a, b) => (b.confidence > a.confidence ? b : a))));
}

function understood(tokens: number[]): Understood {
  return { text: textOf(tokens), tokens };
}

/** Keeps one round of a loop. */
function withoutLoop({ tokens, loopStart }: Hypothesis): number[] {
  return tokens.slice(0, loopStart);
}

function joined(parts: Hypothesis[]): Hypothesis {
  const tokens = parts.flatMap(withoutLoop);
  const sum = parts.reduce((total, part) => total + part.confidence * (part.tokens.length + 1), 0);
  const count = parts.reduce((total, part) => total + part.tokens.length + 1, 0);
  const outcome = parts.find((part) => part.outcome !== 'complete')?.outcome ?? 'complete';
  return { tokens, confidence: sum / count, outcome };
}

function padded(sound: Float32Array, { beforeAudioMs, afterAudioMs }: Padding): Float32Array {
  const before = samplesAt(beforeAudioMs);
  const whole = new Float32Array(before + sound.length + samplesAt(afterAudioMs));
  whole.set(sound, before);
  return whole;
}

function samplesAt(audioMs: number): number {
  return Math.round((audioMs * MODEL_RATE) / 1_000);
}

import { DOUBT, SOUND, WINDOW } from '../limits.ts';
import { quietestPosition } from '../quietest-position.ts';
import { MODEL_RATE, resample } from './resample.ts';
import type { Hypothesis, SpeechModel } from './speech-model.ts';
import { textOf } from './vocabulary.ts';

/** A phrase to be understood. */
export interface Phrase {
  /** PCM16 at `SAMPLE_RATE`, trimmed to the voice. */
  samples: Int16Array;
  /** Tokens that its text probably begins with. */
  draft: readonly number[];
  /** Whether the text is the last word: then a doubtful one is looked into, else it is left out. */
  final: boolean;
}

export interface Understood {
  text: string;
  /** The draft of the next attempt. */
  tokens: number[];
}

interface Padding {
  beforeAudioMs: number;
  afterAudioMs: number;
}

type Model = Pick<SpeechModel, 'transcribe'>;

/**
 * The text of a phrase; `undefined` if a provisional one is not fit to be shown. What the model makes of a sound is
 * not always to be trusted: it can run into a loop, never end, skip words, or be unsure. Then the same sound is
 * heard again with other silence around it, and in halves, and the most certain of the best texts counts.
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

/** What comes again and again is kept once. */
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
